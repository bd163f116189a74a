// Drawn close-ups of the dashboard, the engine bay, filters and leaks.
import { backdrop, digits, ink, picture, words } from './canvas.ts'

const dash = (body: string) =>
  picture(`<rect width="1600" height="1200" fill="#101418"/>
    <radialGradient id="glass" cx=".5" cy=".42" r=".7"><stop offset="0" stop-color="#24303b"/><stop offset="1" stop-color="#0b0e11"/></radialGradient>
    <path d="M90 1200Q60 260 420 130Q800 40 1180 130Q1540 260 1510 1200Z" fill="url(#glass)" stroke="#2f3942" stroke-width="26"/>${body}
    <path d="M300 160Q800 60 1300 160L1210 420Q800 330 390 420Z" fill="#fff" opacity=".05"/>`)

const dial = (cx: number, cy: number, r: number, needle: number, labels: string[]) => {
  const ticks = Array.from({ length: 41 }, (_, i) => {
    const a = (135 + i * 6.75) * (Math.PI / 180)
    const inner = i % 5 ? r - 34 : r - 58
    return `<path d="M${(cx + Math.cos(a) * r).toFixed(1)} ${(cy + Math.sin(a) * r).toFixed(1)}L${(cx + Math.cos(a) * inner).toFixed(1)} ${(cy + Math.sin(a) * inner).toFixed(1)}" stroke="${i > 34 ? '#ff6c5c' : '#dfe8ef'}" stroke-width="${i % 5 ? 5 : 10}"/>`
  }).join('')
  const numbers = labels
    .map((label, i) => {
      const a = (135 + (i * 270) / (labels.length - 1)) * (Math.PI / 180)
      return words(label, cx + Math.cos(a) * (r - 100), cy + Math.sin(a) * (r - 100) + 18, 50, '#dfe8ef', {
        align: 'middle',
        weight: 'semibold',
      })
    })
    .join('')
  const a = (135 + needle * 270) * (Math.PI / 180)
  return `<circle cx="${cx}" cy="${cy}" r="${r + 22}" fill="#0b0e11" stroke="#3a4650" stroke-width="10"/>${ticks}${numbers}
    <path d="M${(cx - Math.cos(a) * 50).toFixed(0)} ${(cy - Math.sin(a) * 50).toFixed(0)}L${(cx + Math.cos(a) * (r - 44)).toFixed(0)} ${(cy + Math.sin(a) * (r - 44)).toFixed(0)}" stroke="#ff5a45" stroke-width="16" stroke-linecap="round"/><circle cx="${cx}" cy="${cy}" r="42" fill="#1d242b" stroke="#3a4650" stroke-width="6"/>`
}

export function odometer(mileage: string, unit: string): string {
  const height = 150
  const width = digits(mileage, 0, 0, height, '').width
  const x = 800 - (width + 130) / 2
  return dash(`
    ${dial(450, 520, 300, 0, ['0', '1', '2', '3', '4', '5', '6', '7'])}
    ${dial(1150, 520, 300, 0, ['0', '40', '80', '120', '160', '200', '240'])}
    <rect x="330" y="880" width="940" height="250" rx="34" fill="#06080a" stroke="#2f3942" stroke-width="8"/>
    ${digits(mileage, x, 930, height, '#7fe0ff', '#0f1a20').svg}
    ${words(unit, x + width + 24, 1078, 92, '#7fe0ff', { weight: 'semibold' })}`)
}

/** `eighths` of a tank or a drive battery. */
export function energy(eighths: number, isElectric: boolean): string {
  const colour = isElectric ? '#7be08f' : '#ffd27a'
  const bars = Array.from({ length: 8 }, (_, i) => {
    const a = 200 + i * 17.5
    const [p, q] = [(a * Math.PI) / 180, ((a + 14) * Math.PI) / 180]
    const at = (angle: number, r: number) =>
      `${(800 + Math.cos(angle) * r).toFixed(0)} ${(820 + Math.sin(angle) * r).toFixed(0)}`
    return `<path d="M${at(p, 540)}A540 540 0 0 1 ${at(q, 540)}L${at(q, 400)}A400 400 0 0 0 ${at(p, 400)}Z" fill="${i < eighths ? (eighths <= 1 ? '#ff6c5c' : colour) : '#33404b'}"/>`
  }).join('')
  const icon = isElectric
    ? `<path d="M830 600L710 820H790L770 1000L890 770H810Z" fill="${colour}"/>`
    : `<g fill="none" stroke="${colour}" stroke-width="22" stroke-linejoin="round"><path d="M700 960V660q0-26 26-26h120q26 0 26 26v300z"/><path d="M740 690h92v84h-92z"/><path d="M872 790h36q24 0 24 26v86q0 34 30 34t30-34V760l-58-60"/><path d="M672 960h228"/></g>`
  return dash(`${bars}${icon}
    ${words(isElectric ? '0' : 'E', 250, 960, 96, '#dfe8ef', { align: 'middle' })}${words(isElectric ? '100' : 'F', 1350, 960, 96, '#dfe8ef', { align: 'middle' })}`)
}

export function warningLamp(): string {
  return dash(`
    ${dial(450, 520, 300, 0.14, ['0', '1', '2', '3', '4', '5', '6', '7'])}
    ${dial(1150, 520, 300, 0, ['0', '40', '80', '120', '160', '200', '240'])}
    <circle cx="800" cy="960" r="210" fill="#ffb02e" opacity=".3" filter="url(#soft)"/>
    <g transform="translate(800 960) rotate(-45)"><path d="M-150 -26H70V-70a74 74 0 0 1 110 -12l-58 44v76l58 44a74 74 0 0 1 -110 -12V26H-150a26 26 0 0 1 0 -52z" fill="#ffb02e"/></g>
    ${words('!', 1180, 1010, 130, '#ffb02e', { align: 'middle' })}`)
}

const filter = (x: number, paper: string, edge: string, dirt: string) => `
  <rect x="${x - 16}" y="216" width="592" height="770" rx="20" fill="${edge}"/>
  ${Array.from({ length: 16 }, (_, i) => `<path d="M${x + i * 35} 236h18l17 730h-18z" fill="${paper}"/><path d="M${x + 18 + i * 35} 236h17l-1 730h-16z" fill="#000" opacity=".16"/>`).join('')}${dirt}`

export function cabinFilter(): string {
  const dirt = Array.from({ length: 120 }, (_, i) => {
    const [x, y] = [110 + ((i * 173) % 560), 236 + ((i * 311) % 730)]
    return `<ellipse cx="${x}" cy="${y}" rx="${8 + (i % 7) * 6}" ry="${6 + (i % 5) * 5}" fill="#2c2620" opacity="${0.25 + (i % 4) * 0.12}"/>`
  }).join('')
  const leaf = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0Q60 -50 130 0Q60 50 0 0Z" fill="${colour}"/><path d="M-30 0H120" stroke="#3d2c18" stroke-width="5"/></g>`
  return picture(`${backdrop('#aab6c0', '#6a7783')}
    <ellipse cx="800" cy="1010" rx="720" ry="60" fill="#000" opacity=".4" filter="url(#soft)"/>
    ${filter(110, '#6d6254', '#3c3a37', `${dirt}${leaf(240, 380, 24, '#7a4f1e')}${leaf(470, 640, -38, '#8d6a23')}${leaf(300, 820, 8, '#5d6a2a')}`)}
    ${filter(920, '#f4f6f4', '#2d6fa3', '')}
    ${words('NEW', 1198, 1100, 74, '#1d2530', { align: 'middle' })}`)
}

export function drip(): string {
  return picture(`
    <linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2b3239"/><stop offset="1" stop-color="#7b858e"/></linearGradient>
    <rect width="1600" height="1200" fill="url(#floor)"/>
    <path d="M0 0H1600V300L1180 420H520L0 330Z" fill="#191e23"/><path d="M420 250H1180V430q0 60-60 60H480q-60 0-60-60Z" fill="#59646e"/><path d="M420 250H1180V300H420Z" fill="#79858f"/>
    ${[500, 660, 820, 980, 1100].map((x) => `<circle cx="${x}" cy="448" r="17" fill="#333b43"/>`).join('')}
    <path d="M720 488h140v44q0 26-26 26h-88q-26 0-26-26z" fill="url(#steel)" stroke="#47515a" stroke-width="5"/>
    <path d="M790 556Q748 640 748 676a42 42 0 0 0 84 0Q832 640 790 556Z" fill="#4b2f12"/><ellipse cx="774" cy="672" rx="10" ry="18" fill="#d8a45e"/>
    <ellipse cx="790" cy="1000" rx="400" ry="104" fill="#1d1208" opacity=".92"/><ellipse cx="700" cy="975" rx="190" ry="34" fill="#a97c44" opacity=".4"/><ellipse cx="930" cy="1026" rx="110" ry="16" fill="#6f9ac0" opacity=".35"/>
    <ellipse cx="790" cy="985" rx="70" ry="16" fill="none" stroke="#c99a5b" stroke-width="6"/><ellipse cx="790" cy="985" rx="130" ry="30" fill="none" stroke="#c99a5b" stroke-width="4" opacity=".6"/>
    <ellipse cx="1330" cy="1090" rx="46" ry="14" fill="#1d1208" opacity=".8"/><ellipse cx="300" cy="1110" rx="30" ry="9" fill="#1d1208" opacity=".8"/>`)
}

export function corrodedBattery(): string {
  const crust = Array.from({ length: 70 }, (_, i) => {
    const a = i * 2.4
    const r = 26 + ((i * 29) % 120)
    return `<circle cx="${(470 + Math.cos(a) * r).toFixed(0)}" cy="${(390 + Math.sin(a) * r * 0.6).toFixed(0)}" r="${9 + (i % 5) * 5}" fill="${['#e7f4ef', '#bfe3d8', '#8fcbbd', '#f5faf8'][i % 4]}"/>`
  }).join('')
  return picture(`${backdrop('#4a5661', '#1d242a')}
    <path d="M160 430L330 300H1370L1480 430V1110H160Z" fill="#23292f"/><path d="M160 430L330 300H1370L1480 430Z" fill="#3b444c"/><path d="M160 430H1480V470H160Z" fill="#161b1f"/>
    <rect x="300" y="620" width="1040" height="330" rx="20" fill="#e9edf0"/><rect x="300" y="620" width="1040" height="92" rx="20" fill="${ink.green}"/>
    ${words('12 V   70 Ah', 820, 850, 110, '#1d2530', { align: 'middle' })}${words('–', 470, 560, 90, '#dfe6ec', { align: 'middle' })}${words('+', 1210, 560, 90, '#ff8d80', { align: 'middle' })}
    <ellipse cx="1210" cy="380" rx="76" ry="40" fill="url(#steel)"/><path d="M1150 380L1180 250H1500V330H1250L1262 380Z" fill="#b4302a"/>
    <ellipse cx="470" cy="384" rx="80" ry="42" fill="url(#steel)"/><path d="M530 380L500 240H-20V320H430L418 390Z" fill="#14181b"/>${crust}`)
}

export function stainedTrim(): string {
  return picture(`<rect width="1600" height="1200" fill="#3a434c"/>
    <g stroke="#46505a" stroke-width="7">${Array.from({ length: 40 }, (_, i) => `<path d="M${i * 42 - 10} 0V1200"/>`).join('')}</g>
    <path d="M0 0H1600V190Q800 280 0 190Z" fill="#20262c"/><path d="M0 190Q800 280 1600 190" fill="none" stroke="#0f1215" stroke-width="16"/>
    <path d="M430 560Q560 380 860 450Q1180 430 1220 660Q1210 900 900 900Q700 980 520 860Q360 760 430 560Z" fill="#14191e" opacity=".75" filter="url(#soft)"/>
    <path d="M520 610Q640 500 860 530Q1080 520 1120 670Q1090 820 880 820Q700 870 580 790Q470 720 520 610Z" fill="#0d1115" opacity=".6" filter="url(#soft)"/>
    <path d="M620 640q60-50 150-40M900 760q80 0 120-50" stroke="#9fb4c4" stroke-width="12" fill="none" opacity=".5" stroke-linecap="round"/>
    <circle cx="300" cy="1040" r="44" fill="#242b32" stroke="#58636d" stroke-width="8"/><circle cx="1320" cy="1040" r="44" fill="#242b32" stroke="#58636d" stroke-width="8"/>`)
}
