// Portraits of the demo's advisors, drawn in flat shapes: head, hair, shirt and a workshop's grey behind.

interface Looks {
  readonly skin: string
  readonly hair: string
  readonly shirt: string
  readonly hasLongHair?: boolean
  readonly hasBeard?: boolean
}

export function portrait({ skin, hair, shirt, hasLongHair, hasBeard }: Looks): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 480 480">
    <rect width="480" height="480" fill="#b9c4cc"/><circle cx="380" cy="90" r="150" fill="#c9d3da"/><rect y="350" width="480" height="130" fill="#a7b3bc"/>
    ${hasLongHair ? `<path d="M118 214q0-128 122-128t122 128q8 120-20 176H138q-28-56-20-176z" fill="${hair}"/>` : ''}
    <path d="M70 480q8-118 112-134l58 30 58-30q104 16 112 134z" fill="${shirt}"/>
    <path d="M196 300h88v52q-44 44-88 0z" fill="${skin}"/><path d="M196 318q44 40 88 0v16q-44 38-88 0z" fill="#000" opacity=".12"/>
    <path d="M182 346l58 74 58-74 20 12-52 122h-52l-52-122z" fill="#fff" opacity=".92"/>
    <ellipse cx="240" cy="218" rx="84" ry="106" fill="${skin}"/>
    <path d="M150 214q-4-112 90-112t90 112q-10-62-44-78-44 22-92 10-34 14-44 68z" fill="${hair}"/>
    ${hasBeard ? `<path d="M158 236q6 92 82 92t82-92q-8 30-42 34-40-10-80 0-34-4-42-34z" fill="${hair}"/>` : ''}
    <circle cx="206" cy="214" r="9" fill="#2a2520"/><circle cx="274" cy="214" r="9" fill="#2a2520"/>
    <path d="M190 190q16-10 32 0M258 190q16-10 32 0" fill="none" stroke="${hair}" stroke-width="8" stroke-linecap="round"/>
    <path d="M240 218q-8 28 2 34" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="6" stroke-linecap="round"/>
    <path d="M208 272q32 26 64 0" fill="none" stroke="#9c3f3a" stroke-width="9" stroke-linecap="round"/>
  </svg>`
}
