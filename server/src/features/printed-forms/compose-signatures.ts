// Signatures as forms draw them: strokes in units of the field's height become fractions of the field. Pure.
import type { FormSignature } from './model.ts'

interface Signed {
  role: 'customer' | 'driver' | 'owner' | 'serviceAdvisor' | 'technician'
  name: string | null
  strokes: string
  signed_at: Date
}

/** Width to height of the field that is drawn when all strokes fit into it. */
const USUAL_ASPECT = 3

export function toFormSignature({ role, name, strokes, signed_at }: Signed): FormSignature {
  const given = JSON.parse(strokes) as number[][]
  const right = Math.max(...given.flatMap((stroke) => stroke.filter((_, index) => index % 2 === 0)))
  const aspect = Math.max(USUAL_ASPECT, right)
  return {
    role: role === 'serviceAdvisor' || role === 'technician' ? 'dealership' : 'customer',
    ...(name === null ? {} : { name }),
    signedAt: signed_at.toISOString(),
    strokes: given.map((stroke) => stroke.map((value, index) => (index % 2 === 0 ? value / aspect : value))),
    aspect,
  }
}
