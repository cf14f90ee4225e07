// Draws the pictures of this folder anew: `node draw.mjs`, with Debian's chromium. All are our own drawings.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;

/** Runs inside the page. Everything is drawn from a fixed seed, so that a new run gives the same pictures. */
function drawAll() {
  const seeded = (seed) => () => {
    seed = (seed * 1664525 + 1013904223) % 4294967296;
    return seed / 4294967296;
  };
  const canvas = (width, height) => {
    const element = Object.assign(document.createElement('canvas'), { width, height });
    return [element, element.getContext('2d')];
  };
  const shade = (pen, width, height, colours) => {
    const gradient = pen.createLinearGradient(0, 0, 0, height);
    colours.forEach((colour, at) => gradient.addColorStop(at / (colours.length - 1), colour));
    pen.fillStyle = gradient;
    pen.fillRect(0, 0, width, height);
  };
  const disc = (pen, x, y, radius, colour) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fill();
  };
  const hills = (pen, width, height, top, colour, random) => {
    const waves = [1, 2.3, 4.1].map((pace) => ({ pace, phase: random() * 6, size: 0.09 / pace }));
    pen.fillStyle = colour;
    pen.beginPath();
    pen.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) {
      const lift = waves.reduce(
        (sum, wave) => sum + wave.size * Math.sin((x / width) * 6 * wave.pace + wave.phase),
        0,
      );
      pen.lineTo(x, height * (top - lift));
    }
    pen.lineTo(width, height);
    pen.fill();
  };

  function landscape(width, height, seed, sky, sun, layers) {
    const [element, pen] = canvas(width, height);
    const random = seeded(seed);
    shade(pen, width, height, sky);
    disc(pen, width * (0.2 + 0.6 * random()), height * 0.34, height * 0.09, sun);
    layers.forEach((colour, at) => {
      hills(pen, width, height, 0.5 + (at * 0.42) / layers.length, colour, random);
    });
    return element;
  }

  function circles(width, height, seed, ground, colours) {
    const [element, pen] = canvas(width, height);
    const random = seeded(seed);
    shade(pen, width, height, ground);
    for (let at = 0; at < 26; at += 1) {
      pen.globalAlpha = 0.35 + 0.4 * random();
      const colour = colours[Math.floor(random() * colours.length)];
      disc(pen, random() * width, random() * height, height * (0.04 + 0.16 * random()), colour);
    }
    return element;
  }

  function face(size, ground, skin, hair) {
    const [element, pen] = canvas(size, size);
    shade(pen, size, size, ground);
    disc(pen, size / 2, size * 1.02, size * 0.36, hair);
    disc(pen, size / 2, size * 0.43, size * 0.29, hair);
    disc(pen, size / 2, size * 0.47, size * 0.23, skin);
    disc(pen, size * 0.42, size * 0.46, size * 0.025, '#2b2b33');
    disc(pen, size * 0.58, size * 0.46, size * 0.025, '#2b2b33');
    pen.strokeStyle = '#2b2b33';
    pen.lineWidth = size * 0.018;
    pen.lineCap = 'round';
    pen.beginPath();
    pen.arc(size / 2, size * 0.51, size * 0.08, 0.4, Math.PI - 0.4);
    pen.stroke();
    return element;
  }

  function star(size, colour) {
    const [element, pen] = canvas(size, size);
    pen.fillStyle = colour;
    pen.beginPath();
    for (let at = 0; at < 10; at += 1) {
      const radius = size * (at % 2 ? 0.22 : 0.47);
      const angle = (at / 10) * 2 * Math.PI - Math.PI / 2;
      pen.lineTo(size / 2 + radius * Math.cos(angle), size / 2 + radius * Math.sin(angle));
    }
    pen.fill();
    disc(pen, size * 0.43, size * 0.47, size * 0.04, '#2b2b33');
    disc(pen, size * 0.57, size * 0.47, size * 0.04, '#2b2b33');
    return element;
  }

  function grey(width, height) {
    const [element, pen] = canvas(width, height);
    shade(pen, width, height, ['#dddddd', '#c8c8c8']);
    return element;
  }

  const jpeg = (element) => element.toDataURL('image/jpeg', 0.82);
  const png = (element) => element.toDataURL('image/png');
  const dusk = ['#28407a', '#d98a6a', '#f6d7a8'];
  const noon = ['#4f9ed9', '#a9d6ee', '#eaf6f4'];
  return {
    'photo-1.jpg': jpeg(
      landscape(1200, 800, 7, dusk, '#ffe9b8', ['#7d5a7e', '#54436f', '#2c2a4d']),
    ),
    'photo-2.jpg': jpeg(
      landscape(1200, 800, 21, noon, '#fffbe0', ['#8fc19a', '#5c9c78', '#33705a']),
    ),
    'photo-3.jpg': jpeg(
      landscape(1200, 800, 40, ['#0d1b3e', '#27346b', '#5c5f9e'], '#f4f1de', [
        '#25305c',
        '#172046',
        '#0b1230',
      ]),
    ),
    'photo-4.jpg': jpeg(
      landscape(800, 1000, 64, ['#f7c59f', '#f3e3c3', '#fdf6e3'], '#ef6f6c', [
        '#c9a227',
        '#8d7b34',
        '#4f5d3a',
      ]),
    ),
    'poster.jpg': jpeg(
      circles(
        1280,
        720,
        5,
        ['#1d2b53', '#4b2a63', '#7e2553'],
        ['#ff77a8', '#29adff', '#ffec27', '#83769c'],
      ),
    ),
    'card.png': png(
      circles(600, 314, 11, ['#e8f1f2', '#b3d9e0'], ['#1b98e0', '#247ba0', '#13293d']),
    ),
    'banner.jpg': jpeg(
      landscape(1200, 400, 90, noon, '#ffffff', ['#b7c9e2', '#7f9cc0', '#506f99']),
    ),
    'avatar-1.png': png(face(256, ['#ffd6a5', '#ffadad'], '#f2c9a1', '#5b3a29')),
    'avatar-2.png': png(face(256, ['#a0c4ff', '#bdb2ff'], '#c68642', '#1f1f2e')),
    'avatar-3.png': png(face(256, ['#caffbf', '#9bf6ff'], '#ffdbac', '#b5502b')),
    'emoji-1.png': png(star(64, '#f6b93b')),
    'emoji-2.png': png(star(64, '#78e08f')),
    'missing.jpg': jpeg(grey(120, 90)),
  };
}

const page = `<!doctype html><pre id="out"></pre>
<script>document.getElementById('out').textContent = JSON.stringify((${drawAll})());</script>`;
const scratch = mkdtempSync(join(tmpdir(), 'draw-'));
try {
  writeFileSync(join(scratch, 'draw.html'), page);
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', `--user-data-dir=${scratch}`];
  const dom = execFileSync('chromium', [...flags, '--dump-dom', `file://${scratch}/draw.html`], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  const pictures = JSON.parse(/<pre id="out">(.*?)<\/pre>/s.exec(dom)[1]);
  for (const [name, url] of Object.entries(pictures)) {
    writeFileSync(join(here, name), Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
