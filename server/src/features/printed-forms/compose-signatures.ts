// Signatures as forms draw them: a signature from before a change is struck out. Pure.
import { signatureHolds } from '@walkaround/contract/rules/signed-text.ts'
import type { LoadedAct } from '../surveys/act.ts'
import { type SignatureRow, toGiven } from '../surveys/sign.ts'
import type { FormSignature } from './model.ts'

export const toFormSignature = (signature: SignatureRow, act: LoadedAct): FormSignature => ({
  role: signature.role,
  name: signature.name ?? undefined,
  signedAt: signature.signedAt.toISOString(),
  strokes: JSON.parse(signature.strokes) as number[][],
  hash: signature.shownHash ?? undefined,
  isStruck: !signatureHolds(toGiven(signature), act),
})
