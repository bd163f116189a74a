// A signature as somebody might scribble it on a screen: loops along the letters of a name, the same for the same name. Pure.
import { seeded } from './random.ts'

/** Points between two letters. */
const STEPS = 9
const LETTER_WIDTH = 0.17

/** Strokes in units of the field's height, as a tablet sends them. */
export function signatureOf(name: string): number[][] {
  const chance = seeded(
    [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7),
  )
  const strokes: number[][] = []
  let x = 0.1
  for (const word of name.split(/\s+/).filter(Boolean)) {
    const stroke: number[] = []
    const letters = Math.min([...word].length, 7)
    for (let letter = 0; letter < letters; letter++) {
      // Tall at the beginning, flatter towards the end, like handwriting.
      const height = letter === 0 ? 0.36 : 0.08 + chance.next() * 0.14
      const lean = 0.04 + chance.next() * 0.05
      const width = LETTER_WIDTH * (letter === 0 ? 1.6 : 0.75 + chance.next() * 0.5)
      for (let step = 0; step < STEPS; step++) {
        const turn = (step / STEPS) * 2 * Math.PI
        const along = x + (width * step) / STEPS
        stroke.push(round(along + lean * Math.sin(turn)), round(0.62 - height * (1 - Math.cos(turn)) * 0.75))
      }
      x += width
    }
    strokes.push(stroke)
    x += 0.16
  }
  const end = x
  const flourish: number[] = []
  for (let step = 0; step <= STEPS; step++) {
    const along = step / STEPS
    flourish.push(round(end - along * (end - 0.35)), round(0.8 + 0.05 * Math.sin(along * 5)))
  }
  return [...strokes, flourish]
}

const round = (value: number) => Math.round(value * 1000) / 1000
