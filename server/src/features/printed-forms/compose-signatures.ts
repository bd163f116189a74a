// Signatures as forms draw them: what was signed before a change is struck out. Pure.
import { signatureHolds } from '@walkaround/contract/rules/signed-text.ts'
import type { LoadedAct } from '../surveys/act.ts'
import { type SignatureRow, toGiven } from '../surveys/sign.ts'
import type { FormSignature } from './model.ts'

export const toFormSignature = (signature: SignatureRow, act: LoadedAct): FormSignature => ({
  role: signature.role,
  ...(signature.name === null ? {} : { name: signature.name }),
  signedAt: signature.signed_at.toISOString(),
  strokes: JSON.parse(signature.strokes) as number[][],
  ...(signature.shown_hash === null ? {} : { hash: signature.shown_hash }),
  ...(signatureHolds(toGiven(signature), act) ? {} : { isStruck: true }),
})
