// Drawn close-ups of brakes, tyres and rims.
import { backdrop, digits, gauge, ink, picture, words } from './canvas.ts'

const pad = (x: number, y: number, lining: number, colour: string) => `
  <path d="M${x} ${y}h430q34 0 34 34v34h-498v-34q0-34 34-34z" fill="url(#steel)" stroke="#4d5864" stroke-width="4"/>
  <circle cx="${x + 60}" cy="${y + 34}" r="13" fill="#4d5864"/><circle cx="${x + 370}" cy="${y + 34}" r="13" fill="#4d5864"/>
  <path d="M${x + 6} ${y + 68}h418v${lining - 16}q0 16-16 16h-386q-16 0-16-16z" fill="${colour}"/>
  <g fill="#fff" opacity=".16">${Array.from({ length: 26 }, (_, i) => `<circle cx="${x + 24 + ((i * 97) % 390)}" cy="${y + 78 + ((i * 53) % Math.max(10, lining - 18))}" r="${2 + (i % 3)}"/>`).join('')}</g>`

/** A worn pad next to a new one; the gauge is on the worn one. */
export function brakePad(millimetres: string): string {
  const worn = 24 + Number(millimetres) * 11
  return picture(`${backdrop('#54636f', '#20272e')}
    <ellipse cx="800" cy="1010" rx="760" ry="120" fill="#000" opacity=".35" filter="url(#soft)"/>
    <rect x="-10" y="790" width="1620" height="420" fill="#39434d"/>
    <rect x="-10" y="790" width="1620" height="10" fill="#5b6975"/>
    ${pad(150, 790 - 68 - worn, worn, '#5a4a40')}
    ${pad(860, 790 - 68 - 190, 190, '#4b4f55')}
    <g stroke="#fff" stroke-width="5" fill="none">
      <path d="M1366 ${790 - 190}V790M1348 ${790 - 190}h36M1348 790h36"/>
      <path d="M640 ${790 - worn}V790M622 ${790 - worn}h36M622 790h36" stroke="#ffb0a6"/>
    </g>
    ${words('12 mm', 1400, 712, 48, '#fff')}
    ${words('NEW', 1075, 890, 64, '#dfe6ec', { align: 'middle' })}
    ${words('WORN', 375, 890, 64, '#ffb0a6', { align: 'middle' })}
    ${gauge(millimetres, 375, 500, 790 - 68 - worn - 500 + 68)}`)
}

function treadBlocks(left: number, right: number, top: number, wornFrom = Number.POSITIVE_INFINITY): string {
  let svg = ''
  for (let row = 0; row < 9; row++)
    for (let column = 0; column < 6; column++) {
      const width = (right - left) / 6
      const x = left + column * width
      const y = top + row * 118 + (column % 2 ? 44 : 0) - 60
      const isWorn = column >= wornFrom
      svg += isWorn
        ? `<rect x="${x}" y="${y}" width="${width}" height="120" fill="#41464d"/>`
        : `<path d="M${x + 15} ${y + 12}l${width - 34} -16 4 88 -${width - 34} 16z" fill="#3d434a" stroke="#14171a" stroke-width="6"/><path d="M${x + 34} ${y + 52}l${width - 72} -14" stroke="#1d2024" stroke-width="7"/>`
    }
  return svg
}

/** Facing the tread; the gauge's rod is in a groove. */
export function tread(millimetres: string): string {
  return picture(`${backdrop('#6b7a87', '#323c46')}
    <ellipse cx="800" cy="1190" rx="640" ry="60" fill="#000" opacity=".5" filter="url(#soft)"/>
    <path d="M330 60Q300 600 330 1200H1270Q1300 600 1270 60Q800 -30 330 60Z" fill="${ink.rubber}"/>
    <clipPath id="t"><path d="M345 66Q316 600 345 1200H1255Q1284 600 1255 66Q800 -18 345 66Z"/></clipPath>
    <g clip-path="url(#t)">${treadBlocks(350, 1250, 60)}
      <g fill="#0f1113">${[500, 650, 800, 950, 1100].map((x) => `<rect x="${x - 9}" y="-20" width="18" height="1240"/>`).join('')}</g>
      ${[500, 800, 1100].map((x) => `<rect x="${x - 12}" y="930" width="24" height="44" fill="${ink.amber}"/>`).join('')}
      <path d="M330 60Q300 600 330 1200H520Q480 600 520 20Z" fill="#000" opacity=".45"/><path d="M1270 60Q1300 600 1270 1200H1080Q1120 600 1080 20Z" fill="#000" opacity=".35"/>
    </g>
    ${gauge(millimetres, 800, 560, 190)}`)
}

export function wornEdge(): string {
  return picture(`${backdrop('#6b7a87', '#323c46')}
    <path d="M330 60Q300 600 330 1200H1270Q1300 600 1270 60Q800 -30 330 60Z" fill="${ink.rubber}"/>
    <clipPath id="t"><path d="M345 66Q316 600 345 1200H1255Q1284 600 1255 66Q800 -18 345 66Z"/></clipPath>
    <g clip-path="url(#t)">${treadBlocks(350, 1250, 60, 4)}
      <g fill="#0f1113">${[500, 650, 800, 945].map((x) => `<rect x="${x - 9}" y="-20" width="18" height="1240"/>`).join('')}</g>
      <g stroke="#6a7077" stroke-width="4" opacity=".7">${Array.from({ length: 22 }, (_, i) => `<path d="M${970 + (i % 4) * 18} ${40 + i * 54}q90 -22 240 ${10 - (i % 5) * 6}"/>`).join('')}</g>
      <path d="M1130 -10Q1160 600 1130 1210H1270V-10Z" fill="#8a8f95" opacity=".28" filter="url(#fine)"/>
      <path d="M330 60Q300 600 330 1200H470Q440 600 470 20Z" fill="#000" opacity=".45"/>
    </g>
    <circle cx="1105" cy="600" r="250" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="46 22"/>`)
}

export function screwInTyre(): string {
  return picture(`${backdrop('#6b7a87', '#323c46')}
    <rect x="200" y="-20" width="1200" height="1240" fill="${ink.rubber}"/>
    <clipPath id="t"><rect x="200" y="-20" width="1200" height="1240"/></clipPath>
    <g clip-path="url(#t)"><g transform="translate(0 -30) scale(1 1.05)">${treadBlocks(200, 1400, 60)}</g>
      <g fill="#0f1113">${[400, 600, 800, 1000, 1200].map((x) => `<rect x="${x - 12}" y="-20" width="24" height="1240"/>`).join('')}</g></g>
    <ellipse cx="716" cy="640" rx="124" ry="112" fill="#000" opacity=".55" filter="url(#soft)"/>
    <circle cx="700" cy="610" r="92" fill="url(#steel)" stroke="#4a545f" stroke-width="6"/>
    <circle cx="700" cy="610" r="66" fill="none" stroke="#77838f" stroke-width="5"/>
    <path d="M700 562v96M652 610h96" stroke="#39424b" stroke-width="24" stroke-linecap="round"/>
    <circle cx="700" cy="610" r="210" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="46 22"/>`)
}

const spokes = (cx: number, cy: number, r: number) =>
  Array.from({ length: 5 }, (_, i) => {
    const a = (i * 72 - 90) * (Math.PI / 180)
    const [s, c] = [Math.sin(a), Math.cos(a)]
    const at = (along: number, across: number) =>
      `${(cx + c * along - s * across).toFixed(0)} ${(cy + s * along + c * across).toFixed(0)}`
    return `<path d="M${at(60, -70)}L${at(r - 10, -48)}L${at(r - 10, 48)}L${at(60, 70)}Z" fill="url(#steel)" stroke="#66727e" stroke-width="5"/>`
  }).join('')

export function kerbedRim(): string {
  const scar = Array.from({ length: 15 }, (_, i) => {
    const a = (28 + i * 3.2) * (Math.PI / 180)
    const r = 424 + ((i * 7) % 5) * 5
    return `<path d="M${(800 + Math.cos(a) * r).toFixed(0)} ${(600 + Math.sin(a) * r).toFixed(0)}l${34 - (i % 3) * 9} ${14 + (i % 4) * 7}" stroke="${i % 2 ? '#3c444c' : '#f5f8fa'}" stroke-width="${10 + (i % 3) * 4}" stroke-linecap="round"/>`
  }).join('')
  return picture(`${backdrop('#8693a0', '#4b5762')}
    <rect y="1090" width="1600" height="120" fill="#59626b"/>
    <ellipse cx="800" cy="1120" rx="520" ry="60" fill="#000" opacity=".45" filter="url(#soft)"/>
    <circle cx="800" cy="600" r="560" fill="${ink.rubber}"/><circle cx="800" cy="600" r="520" fill="none" stroke="#3a4047" stroke-width="10"/>
    <circle cx="800" cy="600" r="450" fill="#c4cdd6"/><circle cx="800" cy="600" r="408" fill="#242a30"/>
    <circle cx="800" cy="600" r="300" fill="#58626d"/><circle cx="800" cy="600" r="286" fill="#79848f"/>
    ${spokes(800, 600, 412)}
    <circle cx="800" cy="600" r="112" fill="url(#steel)" stroke="#66727e" stroke-width="5"/><circle cx="800" cy="600" r="54" fill="#27323d"/>
    ${Array.from({ length: 5 }, (_, i) => `<circle cx="${800 + Math.cos((i * 72 - 54) * 0.01745) * 84}" cy="${600 + Math.sin((i * 72 - 54) * 0.01745) * 84}" r="13" fill="#3b444d"/>`).join('')}
    ${scar}
    <circle cx="1110" cy="910" r="190" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="46 22"/>`)
}

/** A disc with a lip at its edge, a calliper over it, and the stamped marking. */
export function disc(): string {
  return picture(`${backdrop('#4e5b67', '#1f262d')}
    <circle cx="760" cy="640" r="540" fill="#6e5a4b"/><circle cx="760" cy="640" r="524" fill="#96705a"/>
    <circle cx="760" cy="640" r="492" fill="url(#steel)"/>
    ${Array.from({ length: 14 }, (_, i) => `<circle cx="760" cy="640" r="${486 - i * 17}" fill="none" stroke="${i % 3 ? '#aeb9c3' : '#75818d'}" stroke-width="${2 + (i % 3)}" opacity=".7"/>`).join('')}
    <circle cx="760" cy="640" r="240" fill="#4a525b"/><circle cx="760" cy="640" r="222" fill="#5d6771"/>
    <circle cx="760" cy="640" r="90" fill="#2c333a"/>
    ${Array.from({ length: 5 }, (_, i) => `<circle cx="${760 + Math.cos((i * 72 - 90) * 0.01745) * 156}" cy="${640 + Math.sin((i * 72 - 90) * 0.01745) * 156}" r="26" fill="#22282e" stroke="#8995a1" stroke-width="6"/>`).join('')}
    <path d="M1010 250q250 100 300 390q-20 190-110 250l-190-110q60-70 66-150q-20-130-160-190z" fill="#9b2f28"/>
    <path d="M1040 300q190 90 226 330" fill="none" stroke="#fff" stroke-width="16" opacity=".18"/>
    <circle cx="1190" cy="470" r="44" fill="#7b241e"/><circle cx="1236" cy="650" r="44" fill="#7b241e"/>
    <path d="M300 1010L120 1130" stroke="#fff" stroke-width="7"/><circle cx="368" cy="966" r="80" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="40 18"/>
    <rect x="610" y="352" width="300" height="62" rx="10" fill="#3b444d"/>${words('MIN 22 mm', 760, 400, 46, '#dce3e9', { align: 'middle' })}`)
}

export function crackedBush(): string {
  return picture(`${backdrop('#46525d', '#1c2228')}
    <path d="M-20 900Q420 860 700 660L1020 820Q620 1120 -20 1130Z" fill="#5d6670"/><path d="M-20 900Q420 860 700 660" fill="none" stroke="#8b96a1" stroke-width="12"/>
    <circle cx="900" cy="600" r="330" fill="#6b747e"/><circle cx="900" cy="600" r="330" fill="none" stroke="#98a3ae" stroke-width="14"/>
    <circle cx="900" cy="600" r="262" fill="#1b1e22"/><circle cx="900" cy="600" r="110" fill="url(#steel)" stroke="#596570" stroke-width="8"/>
    <circle cx="900" cy="600" r="56" fill="#2b3239"/><path d="M872 552l56 0 28 48-28 48-56 0-28-48z" fill="#8f9ba7"/>
    <g fill="none" stroke="#59616a" stroke-width="10" stroke-linecap="round">
      <path d="M690 520q50 24 66 70q8 40 44 66"/><path d="M716 690q44 10 70 44"/><path d="M1030 420q-22 40 12 76q34 22 26 66"/><path d="M860 760q32 24 26 70"/>
    </g>
    <g fill="none" stroke="#0b0c0e" stroke-width="18" stroke-linecap="round"><path d="M700 540q42 24 58 66q8 34 38 56"/><path d="M1044 432q-20 34 10 66"/></g>
    <circle cx="730" cy="610" r="150" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="46 22"/>`)
}

/** A battery tester with its result in per cent, on the bench next to the wheels. */
export function batteryTest(percent: string): string {
  const reading = digits(percent, 800 - percent.length * 62, 420, 210, '#22301c')
  return picture(`${backdrop('#5d6d7c', '#2a333d')}
    <ellipse cx="820" cy="1060" rx="420" ry="80" fill="#000" opacity=".5" filter="url(#soft)"/>
    <path d="M560 1050Q380 1180 120 1130" stroke="#b62d25" stroke-width="30" fill="none"/><path d="M1040 1050Q1240 1180 1500 1120" stroke="#1a1d21" stroke-width="30" fill="none"/>
    <rect x="440" y="180" width="720" height="900" rx="70" fill="#21415f"/><rect x="470" y="210" width="660" height="840" rx="54" fill="#2b5276"/>
    <rect x="530" y="290" width="540" height="400" rx="26" fill="#1c232a"/><rect x="550" y="310" width="500" height="360" rx="14" fill="${ink.lcd}"/>
    ${reading.svg}${words('%', 1022, 622, 96, '#22301c', { align: 'end' })}${words('COLD START', 574, 372, 44, '#22301c')}
    <g fill="#e6edf3"><circle cx="640" cy="800" r="46"/><circle cx="800" cy="800" r="46"/><circle cx="960" cy="800" r="46" fill="${ink.amber}"/></g>
    ${words('12 V', 800, 970, 80, '#cfe0ef', { align: 'middle' })}`)
}
