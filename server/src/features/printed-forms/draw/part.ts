// One part of a form: a heading and its content, tagged as a section and not split near its start.
import { type Block, type Stacked, stack, tagged } from './block.ts'
import { sectionHeading } from './text.ts'
import { space } from './theme.ts'

export function part(
  title: string,
  blocks: readonly (Block | undefined | false)[],
  gap: number = space.small,
  width?: number,
): Stacked {
  const inner = stack(blocks, gap)
  const whole = stack([sectionHeading(title, width), inner], 6)
  return { block: tagged('Sect', whole), gap: space.section }
}

export const plain = (block: Block, gap: number = space.large): Stacked => ({ block, gap })
