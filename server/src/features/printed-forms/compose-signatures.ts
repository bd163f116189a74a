// Signatures as forms draw them. Pure.
import type { FormSignature } from './model.ts'

interface Signed {
  role: FormSignature['role']
  name: string | null
  strokes: string
  signed_at: Date
}

export const toFormSignature = ({ role, name, strokes, signed_at }: Signed): FormSignature => ({
  role,
  ...(name === null ? {} : { name }),
  signedAt: signed_at.toISOString(),
  strokes: JSON.parse(strokes) as number[][],
})
