// Icons that only the office has, beside those of the app. Always next to a word; a screen reader reads only the word.
import type { ReactNode } from 'preact/compat'
import { type IconName as AppIconName, Glyph, Icon } from '../../workshop/ui/icons.tsx'

const drawings = {
  chart: <path d="M4 4v16h16M8 16v-4M12 16V8M16 16v-6M20 16V6" />,
  table: <path d="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />,
  print: <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />,
  app: <path d="M7 3h10v18H7zM11 18h2" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  up: <path d="M12 19V6M6.500 11 12 5.500l5.500 5.500" />,
  down: <path d="M12 5v13M6.500 13l5.500 5.500 5.500-5.500" />,
  key: <path d="M8.500 12a4 4 0 1 0 0 .1M8.500 12H20v4M16 12v3" />,
  house: <path d="M4 20V9l8-5 8 5v11zM9 20v-6h6v6" />,
} satisfies Record<string, ReactNode>

export type IconName = AppIconName | keyof typeof drawings

const isOwn = (name: IconName): name is keyof typeof drawings => name in drawings

export const OfficeIcon = ({ name, size = 24 }: { name: IconName; size?: number }) =>
  isOwn(name) ? <Glyph size={size}>{drawings[name]}</Glyph> : <Icon name={name} size={size} />
