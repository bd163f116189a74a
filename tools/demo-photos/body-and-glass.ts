// Drawn close-ups of paint, glass, lamps and wipers.
import { backdrop, ink, picture } from './canvas.ts'

/** A door with its handle and gap, in the colour of the car. */
function door(colour: string, dark: string): string {
  return `
    <linearGradient id="paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
    <rect width="1600" height="1200" fill="url(#paint)"/>
    <path d="M0 210H1600V0H0Z" fill="#1a2129"/><path d="M0 188H1600V214H0Z" fill="#0c0f12"/>
    <path d="M60 0Q420 130 1600 96V0Z" fill="#5b7388" opacity=".5"/>
    <path d="M0 330Q800 290 1600 350V372Q800 312 0 352Z" fill="#fff" opacity=".28"/>
    <path d="M0 920Q800 880 1600 930V960Q800 910 0 950Z" fill="#000" opacity=".2"/>
    <path d="M1290 214V1200" stroke="#0c0f12" stroke-width="14"/><path d="M1304 214V1200" stroke="#fff" stroke-width="5" opacity=".3"/>
    <path d="M960 420q0-46 46-46h180q46 0 46 46t-46 46h-180q-46 0-46-46z" fill="#000" opacity=".24"/>
    <path d="M936 396q6-40 46-40h204q40 0 46 40q-30 22-148 22t-148-22z" fill="${colour}" stroke="#000" stroke-opacity=".3" stroke-width="5"/>`
}

const ring = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#fff" stroke-width="12" stroke-dasharray="46 22"/>`

export function scratchedDoor(): string {
  const lines: [string, number][] = [
    ['M270 700Q560 640 1020 742', 13],
    ['M330 730Q620 690 930 770', 8],
    ['M420 680Q600 650 760 676', 6],
    ['M610 746Q780 740 1060 800', 5],
  ]
  return picture(`${door('#486b8f', '#22384f')}
    <g fill="none" stroke-linecap="round">${lines.map(([d, w]) => `<path d="${d}" stroke="#14212e" stroke-opacity=".45" stroke-width="${w + 7}" transform="translate(3 6)"/><path d="${d}" stroke="#eef2f5" stroke-width="${w}"/>`).join('')}</g>
    ${ring(650, 722, 350)}`)
}

export function dent(): string {
  return picture(`${door('#7d8790', '#49525b')}
    <radialGradient id="dent" cx=".42" cy=".34" r=".66"><stop offset="0" stop-color="#22282e" stop-opacity=".85"/><stop offset=".55" stop-color="#3a424a" stop-opacity=".45"/><stop offset=".8" stop-color="#f1f4f6" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="620" cy="700" rx="290" ry="220" fill="url(#dent)"/>
    <path d="M470 770q150 90 310 10" fill="none" stroke="#fff" stroke-width="10" opacity=".5" filter="url(#fine)"/>
    <path d="M560 640q40-30 90-20" fill="none" stroke="#dfe5ea" stroke-width="7"/>
    ${ring(620, 700, 350)}`)
}

/** From behind: window, lamps, handle, plate without letters, and the dent at the lock. */
export function dentedBootLid(): string {
  return picture(`
    <linearGradient id="lid" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8a949d"/><stop offset="1" stop-color="#4d565f"/></linearGradient>
    <rect width="1600" height="1200" fill="#39424a"/><path d="M210 0H1390L1480 330V1010Q800 1090 120 1010V330Z" fill="url(#lid)"/>
    <path d="M300 0H1300L1370 250Q800 300 230 250Z" fill="#1a2229"/><path d="M340 0H760L640 262Q430 262 250 244Z" fill="#fff" opacity=".1"/>
    <path d="M120 420L330 400V560L120 600Z" fill="#b3261e"/><path d="M1480 420L1270 400V560L1480 600Z" fill="#b3261e"/>
    <path d="M140 440L310 424V470L140 492Z" fill="#ff9d92" opacity=".6"/><path d="M1460 440L1290 424V470L1460 492Z" fill="#ff9d92" opacity=".6"/>
    <rect x="520" y="470" width="560" height="150" rx="16" fill="#39424b"/><rect x="560" y="500" width="480" height="100" rx="8" fill="#e8ecef"/>
    <rect x="640" y="420" width="320" height="44" rx="20" fill="#20262c"/><path d="M120 1010Q800 1090 1480 1010V1060Q800 1140 120 1060Z" fill="#14181c"/>
    <path d="M120 1060Q800 1140 1480 1060V1200H120Z" fill="#5b656e"/>
    <radialGradient id="bend" cx=".45" cy=".36" r=".64"><stop offset="0" stop-color="#171c21" stop-opacity=".85"/><stop offset=".55" stop-color="#2f373f" stop-opacity=".5"/><stop offset=".82" stop-color="#f1f4f6" stop-opacity=".5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
    <ellipse cx="800" cy="850" rx="300" ry="190" fill="url(#bend)"/><path d="M640 930q160 84 330 2" fill="none" stroke="#fff" stroke-width="10" opacity=".5" filter="url(#fine)"/>
    <path d="M700 1038Q800 1000 900 1040" fill="none" stroke="#14181c" stroke-width="22"/><circle cx="800" cy="740" r="26" fill="#1b2127"/>
    ${ring(800, 860, 340)}`)
}

export function bumperScratch(): string {
  return picture(`
    <linearGradient id="paint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f1c232"/><stop offset="1" stop-color="#a87c08"/></linearGradient>
    <rect width="1600" height="1200" fill="#2b333b"/><path d="M0 90Q760 10 1600 190V880Q800 980 0 860Z" fill="url(#paint)"/>
    <path d="M0 90Q760 10 1600 190V240Q800 70 0 150Z" fill="#fff" opacity=".34"/>
    <path d="M0 860Q800 980 1600 880V1200H0Z" fill="#1b2026"/><path d="M120 960H1480" stroke="#353d46" stroke-width="40"/>
    <rect x="1120" y="430" width="330" height="90" rx="30" fill="#b3261e"/><rect x="1140" y="446" width="290" height="26" rx="12" fill="#ff9d92" opacity=".7"/>
    <g fill="none" stroke-linecap="round"><path d="M240 640Q480 560 760 650" stroke="#33383d" stroke-width="30"/><path d="M260 660Q480 590 740 664" stroke="#d9dee2" stroke-width="16"/><path d="M330 610Q470 570 640 600" stroke="#2c3034" stroke-width="12"/><path d="M420 700Q560 670 800 716" stroke="#e9edf0" stroke-width="8"/></g>
    ${ring(520, 640, 330)}`)
}

export function chippedScreen(): string {
  const rays = Array.from({ length: 13 }, (_, i) => {
    const a = (i * 360) / 13 + (i % 3) * 7
    const l = 66 + ((i * 37) % 58)
    return `<path d="M0 0L${l} ${(i % 2) * 9 - 4}" transform="rotate(${a})"/>`
  }).join('')
  return picture(`
    <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a9c7de"/><stop offset=".62" stop-color="#e4edf2"/><stop offset=".63" stop-color="#8b989d"/><stop offset="1" stop-color="#59656c"/></linearGradient>
    <rect width="1600" height="1200" fill="url(#sky)"/>
    <g filter="url(#soft)"><path d="M-40 760L340 420L620 760Z" fill="#7d909c"/><path d="M420 760L860 360L1260 760Z" fill="#90a2ad"/><rect x="1130" y="470" width="420" height="290" fill="#b08f77"/></g>
    <path d="M0 1200Q800 980 1600 1200Z" fill="#14181c"/><path d="M-30 1130Q780 900 1630 1140" fill="none" stroke="#0c0f12" stroke-width="50"/>
    <path d="M220 1120L1130 960" stroke="#23282d" stroke-width="34" stroke-linecap="round"/>
    <path d="M180 -20L620 -20L180 1100L-60 1100Z" fill="#fff" opacity=".13"/>
    <g transform="translate(980 560)"><circle r="150" fill="#fff" opacity=".16" filter="url(#soft)"/><g stroke="#fff" stroke-width="7" stroke-linecap="round">${rays}</g><g stroke="#42525f" stroke-width="3" transform="translate(3 4)">${rays}</g>
      <circle r="42" fill="#e6eef3" stroke="#5d6e7b" stroke-width="6"/><circle r="17" fill="#1f2a33"/></g>
    <circle cx="980" cy="560" r="230" fill="none" stroke="${ink.red}" stroke-width="13" stroke-dasharray="46 22"/>`)
}

export function crackedLens(): string {
  return picture(`
    <rect width="1600" height="1200" fill="url(#body)"/><path d="M0 0H1600V250Q800 120 0 330Z" fill="#3d5872"/><path d="M0 330Q800 120 1600 250V276Q800 150 0 356Z" fill="#fff" opacity=".2"/>
    <path d="M210 470Q760 250 1400 420Q1500 640 1330 850Q760 960 300 820Q170 660 210 470Z" fill="#11161b"/>
    <path d="M250 490Q770 290 1370 446Q1450 640 1300 820Q770 920 330 790Q216 650 250 490Z" fill="#dfe8ee"/>
    <path d="M250 490Q770 290 1370 446L1340 560Q760 420 262 610Z" fill="#fff" opacity=".7"/>
    <circle cx="560" cy="630" r="152" fill="#9fb0bd"/><circle cx="560" cy="630" r="128" fill="#edf3f7"/><circle cx="560" cy="630" r="84" fill="#8ea0ae"/><circle cx="530" cy="600" r="34" fill="#fff"/>
    <circle cx="940" cy="630" r="120" fill="#9fb0bd"/><circle cx="940" cy="630" r="98" fill="#edf3f7"/><circle cx="940" cy="630" r="60" fill="#8ea0ae"/>
    <path d="M1130 520h180q26 90-30 200h-150z" fill="#f0a63c" opacity=".85"/>
    <g fill="none" stroke-linejoin="round"><path d="M690 330L742 470L700 560L800 660L760 760L830 860M742 470L900 500L1010 460M800 660L930 720L1000 840M700 560L600 590" stroke="#26323c" stroke-width="14"/><path d="M690 330L742 470L700 560L800 660L760 760L830 860M742 470L900 500L1010 460M800 660L930 720L1000 840M700 560L600 590" stroke="#fff" stroke-width="5"/></g>
    <path d="M800 660L930 720L862 800L760 760Z" fill="#0f151a"/>`)
}

/** A windscreen seen from inside in the rain; with `isTorn` a strip of rubber hangs off the blade. */
export function wiper(isTorn: boolean): string {
  const drops = Array.from({ length: 90 }, (_, i) => {
    const [x, y] = [(i * 383) % 1600, (i * 227) % 1200]
    const r = 7 + (i % 5) * 4
    return `<g><ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.2}" fill="#fff" opacity=".34"/><ellipse cx="${x - r / 3}" cy="${y - r / 3}" rx="${r / 3}" ry="${r / 3}" fill="#fff" opacity=".8"/></g>`
  }).join('')
  return picture(`${backdrop('#8ea3b2', '#4d5d69')}
    ${drops}
    <path d="M120 1160Q500 380 1480 300L1560 640Q820 660 520 1190Z" fill="#5f7382" opacity=".75"/>
    <g fill="none" stroke="#dbe7ef" stroke-width="12" opacity=".75">${[0, 1, 2, 3].map((i) => `<path d="M${230 + i * 84} 1190Q${600 + i * 40} ${520 + i * 66} 1520 ${360 + i * 78}" stroke-dasharray="${220 + i * 40} 34"/>`).join('')}</g>
    <path d="M660 1260L980 720" stroke="#0d1013" stroke-width="58"/><path d="M980 720L1010 700" stroke="#0d1013" stroke-width="40"/>
    <path d="M470 1010Q900 760 1520 620" stroke="#0a0c0e" stroke-width="44" fill="none" stroke-linecap="round"/>
    <path d="M480 1000Q900 748 1516 608" stroke="#59626b" stroke-width="9" fill="none"/>
    <path d="M476 1034Q900 790 1524 646" stroke="#20252a" stroke-width="20" fill="none"/>
    ${isTorn ? '<path d="M700 912Q760 1010 700 1090Q670 1130 720 1160" stroke="#14181b" stroke-width="26" fill="none" stroke-linecap="round"/><path d="M694 914Q752 1010 694 1090" stroke="#4a525a" stroke-width="7" fill="none"/><circle cx="716" cy="990" r="210" fill="none" stroke="#ffcf70" stroke-width="12" stroke-dasharray="46 22"/>' : ''}`)
}
