// Drawings of the library. They are SVG elements as text; only known elements and attributes
// reach the page, as elements of its own.

import { h } from "preact";
import type { ComponentChild } from "preact";
import type { Drawing } from "../api";

const ELEMENTS = new Set(["g", "rect", "line", "circle", "path", "polyline", "text", "tspan", "title"]);
const ATTRIBUTES = new Set([
  "class", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height", "d", "points",
  "fill", "fill-opacity", "opacity", "stroke-width", "text-anchor", "transform",
]);

function element(node: Node): ComponentChild {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || !ELEMENTS.has(node.tagName)) return null;
  const kept = [...node.attributes].filter(({ name }) => ATTRIBUTES.has(name));
  const attributes = Object.fromEntries(kept.map(({ name, value }) => [name, value]));
  return h(node.tagName, attributes, [...node.childNodes].map(element));
}

/** How much larger than its size in a report a drawing is at most. */
const LARGEST = 1.15;

/** Shows a drawing. */
export function Picture({ drawing }: { drawing: Drawing }) {
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${drawing.body}</svg>`;
  const root = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  return (
    <figure class="picture" style={{ maxWidth: `${LARGEST * drawing.width}px` }}>
      <svg viewBox={`0 0 ${drawing.width} ${drawing.height}`} role="img" aria-label={drawing.title}>
        {[...root.childNodes].map(element)}
      </svg>
    </figure>
  );
}
