// The icon: two fleets, drawn as triangles that face each other.

import { crc32, deflateSync } from "node:zlib";

/** Shapes on a square of 64: a colour and the corners of a polygon. */
const SHAPES = [
  ["#6cabe8", [[12, 16], [30, 32], [12, 48], [18, 32]]],
  ["#e98bab", [[52, 16], [34, 32], [52, 48], [46, 32]]],
];
const GROUND = "#12171d";
const SIDE = 64;

export function iconSvg() {
  const shapes = SHAPES.map(([fill, points]) => `<path fill="${fill}" d="M${points.join("L")}z"/>`);
  const ground = `<rect width="${SIDE}" height="${SIDE}" fill="${GROUND}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${ground}${shapes.join("")}</svg>`;
}

const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

function isInside([x, y], points) {
  let inside = false;
  points.forEach(([x1, y1], n) => {
    const [x2, y2] = points[(n + 1) % points.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** Returns the colour of a pixel, as the mean of 4 × 4 points in it. */
function pixel(column, row, size) {
  const steps = [0.125, 0.375, 0.625, 0.875];
  const points = steps.flatMap((dy) => steps.map((dx) => [column + dx, row + dy]));
  const colours = points.map((point) => {
    const place = point.map((value) => (value * SIDE) / size);
    return rgb(SHAPES.find(([, corners]) => isInside(place, corners))?.[0] ?? GROUND);
  });
  return [0, 1, 2].map((n) => Math.round(colours.reduce((sum, colour) => sum + colour[n], 0) / 16));
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function iconPng(size) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Array.from({ length: size }, (_, row) => [
    0,
    ...Array.from({ length: size }, (_, column) => pixel(column, row, size)).flat(),
  ]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.from(rows.flat()), { level: 9 });
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}
