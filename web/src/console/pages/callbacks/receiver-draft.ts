// What stands in the form of a receiver. Its key is never shown, so it is empty; its secret is made here or elsewhere, and stays unless
// said. Pure.
import type { CallbackReceiver, CallbackReceiverChange } from '@walkaround/contract/app/callbacks.ts'
import type { CallbackKind } from '@walkaround/contract/callback-kinds.ts'

export type Secret = 'keep' | 'new' | 'none'

export interface ReceiverDraft {
  url: string
  key: string
  secret: Secret
  kinds: readonly CallbackKind[]
}

/** Undefined: there is none yet. */
export const toReceiverDraft = (set: CallbackReceiver | undefined): ReceiverDraft => ({
  url: set?.url ?? '',
  key: '',
  secret: set ? 'keep' : 'new',
  kinds: set?.kinds ?? [],
})

export const toReceiverChange = ({ url, key, secret, kinds }: ReceiverDraft): CallbackReceiverChange => ({
  url: url.trim(),
  ...(key === '' ? {} : { key }),
  ...(secret === 'keep' ? {} : { secret }),
  kinds: [...kinds],
})
