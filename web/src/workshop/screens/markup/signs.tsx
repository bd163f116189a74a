// Signs of the tools, on the grid of the other icons. Loaded with the editor.
import { Glyph } from '../../ui/icons.tsx'
import type { Tool } from './editing.ts'

const drawings = {
  select: (
    <path d="M12 3v18M3 12h18M12 3 9.500 5.500M12 3l2.500 2.500M12 21l-2.500-2.500M12 21l2.500-2.500M3 12l2.500-2.500M3 12l2.500 2.500M21 12l-2.500-2.500M21 12l-2.500 2.500" />
  ),
  arrow: <path d="M4.500 19.500 19 5M10.500 5H19v8.500" />,
  circle: <path d="M12 19c5 0 8.500-3 8.500-7S17 5 12 5s-8.500 3-8.500 7 3.500 7 8.500 7z" />,
  text: <path d="M5 8V5h14v3M12 5v14M9 19h6" />,
  blur: (
    <path d="M4 7h.1M9.300 7h.1M14.700 7h.1M20 7h.1M4 12h.1M9.300 12h.1M14.700 12h.1M20 12h.1M4 17h.1M9.300 17h.1M14.700 17h.1M20 17h.1" />
  ),
  redo: <path d="M15.500 5 20 9.500 15.500 14M20 9.500h-9.500a5.500 5.500 0 0 0 0 11H15" />,
}

export function ToolSign({ name }: { name: Tool | 'redo' }) {
  return (
    <Glyph size={26} weight={name === 'blur' ? 4 : 2}>
      {drawings[name]}
    </Glyph>
  )
}
