import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ink } from './ink.ts'

const drawn = (draw: (ink: Ink) => unknown) => {
  const ink = new Ink()
  draw(ink)
  return ink.content.trimEnd().split('\n')
}

describe('ink', () => {
  test('writes a state once, and again after it was put back', () => {
    const line = (ink: Ink) => ink.moveTo(0, 0).lineTo(1, 1).lineWidth(2).stroke('#ff0000')
    const path = ['0 0 m', '1 1 l', 'S']
    assert.deepEqual(
      drawn((ink) => line(line(ink))),
      ['2 w', '1 0 0 RG', ...path, ...path],
    )
    assert.deepEqual(
      drawn((ink) => line(line(ink.save()).restore())),
      ['q', '2 w', '1 0 0 RG', ...path, 'Q', '2 w', '1 0 0 RG', ...path],
    )
  })

  test('never changes a state inside a path', () => {
    const lines = drawn((ink) => {
      ink.rect(0, 0, 5, 5).lineWidth(3).lineCap('round').lineJoin('bevel').fillAndStroke('#000000', '#ffffff')
      ink.circle(3, 3, 2).fill('#0000ff')
      ink.roundedRect(0, 0, 9, 9, 20).clip()
    })
    const isBuilding = (line = '') => / (?:m|l|c|v|re)$|^h$/.test(line)
    for (const [index, line] of lines.entries())
      if (isBuilding(line)) assert.match(lines[index + 1] ?? '', / (?:m|l|c|v|re)$|^h$|^(?:f|S|B|W n)$/, line)
    assert.ok(lines.includes('1 1 1 RG') && lines.includes('0 0 1 rg'))
  })

  test('takes the paths of outlines and no others', () => {
    assert.deepEqual(
      drawn((ink) => ink.path('M1 2L3.5 4C1 1 2 2 3 3Z').fill('#000000')),
      ['0 0 0 rg', '1 2 m', '3.5 4 l', '1 1 2 2 3 3 c', 'h', 'f'],
    )
    assert.throws(() => drawn((ink) => ink.path('M1 2 0 0 m EMC')), /not a path/)
  })

  test('refuses places that are none', () => {
    assert.throws(() => drawn((ink) => ink.moveTo(Number.NaN, 1)), /not a place/)
    assert.throws(() => drawn((ink) => ink.rect(0, 0, Number.POSITIVE_INFINITY, 1)), /not a place/)
  })
})
