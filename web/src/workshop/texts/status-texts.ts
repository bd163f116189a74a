// The words of colours, which the app shares with pages and paper, under the app's keys.
import type { SharedWords } from '@walkaround/contract/rules/shared-words.ts'

export const statusTexts = ({ status, notChecked }: SharedWords) => ({
  'status.red': status.red,
  'status.amber': status.amber,
  'status.green': status.green,
  'status.none': notChecked,
})
