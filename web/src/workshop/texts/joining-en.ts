// English words for two orders of the same car on the board. Data only.
import type { Text } from './text.ts'

export const joiningEn = {
  'joining.ask': 'Same car? Join',
  'joining.undo': 'Undo joining',
  'joining.fact': 'Joined with an inspection made by hand',
  'joining.done': 'The two are one order now',
  'joining.undone': 'The inspection made by hand is separate again',
  'joining.unsent': 'Send first what is only on this device. Then join the two.',
  'joining.refused':
    'The two cannot be joined: somebody has already worked on the same kind of inspection in both, or the order has been closed.',
  'joining.undoRefused':
    'The joining can no longer be undone: the order has been closed, or somebody else has undone it.',
} satisfies Record<string, Text>
