// The demo dealership's logo: a car seen from the side in one stroke, with its name next to it.
import { words } from './canvas.ts'

export function logo(site: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200" viewBox="0 0 900 200">
    <rect x="4" y="4" width="192" height="192" rx="44" fill="#123a5c"/>
    <path d="M34 128q4-26 30-28l22-32q8-12 24-12h20q14 0 24 12l12 30q18 4 18 22v10" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>
    <circle cx="68" cy="134" r="17" fill="none" stroke="#f0a63c" stroke-width="10"/><circle cx="146" cy="134" r="17" fill="none" stroke="#f0a63c" stroke-width="10"/>
    <path d="M92 134h28" stroke="#fff" stroke-width="11" stroke-linecap="round"/>
    ${words('Demo Cars', 232, 104, 96, '#123a5c')}
    ${words(site.toUpperCase(), 236, 172, 50, '#8a6116', { weight: 'semibold' })}
  </svg>`
}
