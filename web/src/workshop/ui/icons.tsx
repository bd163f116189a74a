// Icons drawn for this app on a grid of 24. Always next to a word; a screen reader reads only the word.
import { decisionSigns, notCheckedSign, statusSigns } from '@walkaround/contract/signs.ts'
import type { ReactNode } from 'preact/compat'

const drawn = ({ body, lines }: (typeof statusSigns)['red']) => body + lines

const drawings = {
  board: <path d="M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z" />,
  lead: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c.8-3.600 3.700-5.500 7.500-5.500s6.700 1.900 7.500 5.500" />
  ),
  sync: (
    <path d="M19.500 9A8 8 0 0 0 5.300 7.200L3.500 9M3.500 4.500V9H8M4.500 15a8 8 0 0 0 14.200 1.800l1.800-1.800M20.500 19.500V15H16" />
  ),
  settings: (
    <path d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM7 12a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM11 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z" />
  ),
  search: <path d="M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.300 15.300 20.500 20.500" />,
  scan: (
    <path d="M4 8V4.500h3.500M16.500 4.500H20V8M20 16v3.500h-3.500M7.500 19.500H4V16M7.500 8.500v7M10.500 8.500v7M13.500 8.500v7M16.500 8.500v7" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  close: <path d={decisionSigns.rejected} />,
  back: <path d="M14.500 5 7.500 12l7 7" />,
  next: <path d="M9.500 5l7 7-7 7" />,
  check: <path d={decisionSigns.approved} />,
  fine: <path d={drawn(statusSigns.green)} />,
  advise: <path d={drawn(statusSigns.amber)} />,
  urgent: <path d={drawn(statusSigns.red)} />,
  none: <path d={notCheckedSign} />,
  camera: (
    <path d="M4 8h3.500L9 5.500h6L16.500 8H20v11H4zM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z" />
  ),
  video: <path d="M3.500 6.500h11v11h-11zM14.500 11l6-3.500v9l-6-3.500" />,
  clock: <path d={decisionSigns.deferred} />,
  device: <path d="M6 3h12v18H6zM10.500 18h3" />,
  cloud: (
    <path d="M7 18.500a4.500 4.500 0 0 1-.5-9 6 6 0 0 1 11.500 1.200 4 4 0 0 1-.5 7.800zM9 13.500l2.200 2.200L15 11.800" />
  ),
  sending: <path d="M12 19V6M6.500 11 12 5.500l5.500 5.500" />,
  offline: (
    <path d="M3 3l18 18M8.500 8.500a8 8 0 0 0-3.700 2.200M2 7.800a12.500 12.500 0 0 1 3.600-2.400M11 5a12.500 12.500 0 0 1 11 2.800M15 9a8 8 0 0 1 4.200 1.700M8.200 14.200a5 5 0 0 1 5-.9M12 18.500v.1" />
  ),
  person: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20c.8-3.600 3.700-5.500 7.500-5.500s6.700 1.900 7.500 5.500" />
  ),
  place: (
    <path d="M12 21c4.500-5 6.500-8.300 6.500-11.200a6.500 6.500 0 0 0-13 0C5.500 12.700 7.500 16 12 21zM12 12a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600z" />
  ),
  letter: <path d="M3.500 6h17v12h-17zM4 6.500l8 6.500 8-6.500" />,
  opened: (
    <path d="M2.500 12C5 7.800 8.200 5.800 12 5.800s7 2 9.500 6.200c-2.500 4.200-5.700 6.200-9.500 6.200S5 16.200 2.500 12zM12 14.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600z" />
  ),
  hand: (
    <path d="M8 11.500V5.800a1.500 1.500 0 0 1 3 0V11M11 10.500V4.500a1.500 1.500 0 0 1 3 0v6M14 11V6.500a1.500 1.500 0 0 1 3 0V14c0 4-2 6.500-5.500 6.500-3 0-4.500-1.500-5.500-4L4.500 13a1.500 1.500 0 0 1 2.600-1.400L8 13" />
  ),
  lock: <path d="M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />,
  save: <path d="M12 4v11M7 10.500l5 5 5-5M4.500 19.500h15" />,
  car: <path d="M4 16v-4l2-5.500h12l2 5.500v4zM4 12h16M6 16v2.500M18 16v2.500M7.500 14h.1M16.400 14h.1" />,
  play: <path d="M8 5.500v13l10.500-6.500z" />,
  trash: (
    <path d="M5 7h14M9.500 7V4.500h5V7M7 7l.8 12.500h8.400L17 7M10.500 10.500v5.500M13.500 10.500v5.500" />
  ),
  pen: <path d="M4 20l1-4L16.500 4.500l3 3L8 19zM14 7l3 3" />,
  more: <path d="M6 12h.1M12 12h.1M18 12h.1" />,
  minus: <path d="M5 12h14" />,
  undo: <path d="M8.500 5 4 9.500 8.500 14M4 9.500h9.500a5.500 5.500 0 0 1 0 11H9" />,
  pause: <path d="M8 5v14M16 5v14" />,
  stop: <path d="M6 6h12v12H6z" />,
  record: <path d="M12 18a6 6 0 1 0 0-12 6 6 0 0 0 0 12z" />,
  phone: (
    <path d="M6 3.500h3.500l1.500 5-2.200 1.600a12 12 0 0 0 5 5l1.700-2.200 5 1.600V18a2.500 2.500 0 0 1-2.500 2.500C10.500 20.500 3.500 13.500 3.500 6A2.500 2.500 0 0 1 6 3.500z" />
  ),
  star: (
    <path d="M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900-4.300-4.100 5.900-.8z" />
  ),
  inbox: <path d="M4 5h16v14H4zM4 13h4.500l1.500 2.500h4l1.500-2.500H20" />,
  ask: <path d="M8.500 9a3.500 3.500 0 1 1 5 3.200c-1 .5-1.500 1-1.500 2.300M12 18v.1" />,
  note: <path d="M4 5h16v11h-9l-4.500 4v-4H4zM8 9h8M8 12.500h5" />,
  parts: <path d="M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8" />,
  page: <path d="M6 3h8l4.500 4.500V21H6zM13.500 3v5h5M9 13h6M9 17h6" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof drawings

/** A tap draws dozens of them again. What is the same object as before is not compared. */
const kept = new Map<string, ReactNode>()

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  const key = `${name} ${size}`
  const icon = kept.get(key) ?? <Glyph size={size}>{drawings[name]}</Glyph>
  kept.set(key, icon)
  return icon
}

/** Lines on a grid of 24, in the colour of the words next to them. */
export function Glyph(props: { size: number; weight?: number; children: ReactNode }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={props.size}
      height={props.size}
      fill="none"
      stroke="currentColor"
      strokeWidth={props.weight ?? 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {props.children}
    </svg>
  )
}

/** The logo of the project: a car from above, and the way around it. */
export function Mark({ size = 40 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path className="mark-way" d="M22.6 4.6A13 13 0 1 1 9.4 4.6" />
      <circle className="mark-dot" cx="16" cy="2.9" r="2.1" />
      <path
        className="mark-car"
        d="M16 7.4c3.2 0 4.7 1.3 4.9 3.4l.3 6-.3 5.4c-.1 2-1.7 2.9-4.9 2.9s-4.8-.9-4.9-2.9l-.3-5.4.3-6c.2-2.1 1.7-3.4 4.9-3.4z"
      />
      <path
        className="mark-glass"
        d="M12.5 14.7c2.2-1.1 4.8-1.1 7 0l-.7 2.6c-1.8-.5-3.8-.5-5.6 0zM13 21.6c1.9.5 4.1.5 6 0l.3 1.5c-2.1.6-4.5.6-6.600 0z"
      />
    </svg>
  )
}
