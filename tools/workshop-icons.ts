// Draws the icons of the workshop app from the logo: node tools/workshop-icons.ts. Its output is committed.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'

const folder = resolve(import.meta.dirname, '../web/assets/workshop')
const ground = '#0b4f5e'
const drawing = `<path d="M22.6 5.6A12.4 12.4 0 1 1 9.4 5.6" fill="none" stroke="#ff8a4c" stroke-width="2" stroke-linecap="round" stroke-dasharray="3.6 3.4"/>
<circle cx="16" cy="3.8" r="2.1" fill="#ff8a4c"/>
<path fill="#fff" d="M16 7.4c3.2 0 4.7 1.3 4.9 3.4l.3 6-.3 5.4c-.1 2-1.7 2.9-4.9 2.9s-4.8-.9-4.9-2.9l-.3-5.4.3-6c.2-2.1 1.7-3.4 4.9-3.4z"/>
<path fill="${ground}" d="M12.5 14.7c2.2-1.1 4.8-1.1 7 0l-.7 2.6c-1.8-.5-3.8-.5-5.6 0zM13 21.6c1.9.5 4.1.5 6 0l.3 1.5c-2.1.6-4.5.6-6.6 0z"/>`

/** `corner` in units of 32; `inset` keeps the drawing within the circle that launchers may cut out. */
function draw(corner: number, inset: number): string {
  const scale = 1 - inset * 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Walkaround</title><rect width="32" height="32" rx="${corner}" fill="${ground}"/>
<g transform="translate(${32 * inset} ${32 * inset}) scale(${scale})">${drawing}</g></svg>`
}

const icons = [
  ['icon-192.png', 192, 7, 0.04],
  ['icon-512.png', 512, 7, 0.04],
  ['icon-maskable-512.png', 512, 0, 0.16],
  // iOS rounds the corners itself and shows no transparency.
  ['apple-touch-icon.png', 180, 0, 0.1],
] as const

for (const [name, size, corner, inset] of icons)
  await sharp(Buffer.from(draw(corner, inset)), { density: 1200 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(resolve(folder, name))
writeFileSync(resolve(folder, 'icon.svg'), draw(7, 0.04))
