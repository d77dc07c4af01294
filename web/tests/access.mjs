// What keeps players out: controls without a name, pale texts, small targets.

const CONTROLS = new Set(["button", "textbox", "searchbox", "combobox", "tab", "link", "listbox", "option", "dialog"]);

/** Returns the controls that have no name for a screen reader. */
export async function nameless(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const controls = nodes.filter((node) => !node.ignored && CONTROLS.has(node.role?.value));
  return controls.filter((node) => !node.name?.value?.trim()).map((node) => node.role.value);
}

/** Runs in the page: returns the texts whose contrast is below 4.5 to 1. */
export function tooPale() {
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((value, n) => value * a + below[n] * (1 - a));
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const opacity = (element) => {
    let product = 1;
    for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity);
    return product;
  };
  const pale = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    const isShown = element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
    if (text === "" || !isShown || element.closest("script, style, .unseen, :disabled, [inert]")) continue;
    const style = getComputedStyle(element);
    const below = ground(element);
    const [r, g, b, a] = parse(element instanceof SVGElement ? style.fill : style.color);
    const ink = over([r, g, b, a * opacity(element)], below);
    const [dark, bright] = [light(ink), light(below)].sort((x, y) => x - y);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < 4.5) pale.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
  }
  return pale;
}

/** Runs in the page: returns the targets that are smaller than a thumb. */
export function small() {
  const targets = [...document.querySelectorAll("button, select, input, textarea, summary, [role=option]")];
  const shown = targets.filter((target) => target.checkVisibility() && target.getClientRects().length > 0);
  return shown.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    const name = target.getAttribute("aria-label") ?? target.textContent ?? "";
    return width < 43.5 || height < 43.5 ? [`${name.slice(0, 40)}: ${Math.round(width)} by ${Math.round(height)}`] : [];
  });
}
