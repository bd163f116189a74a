import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFinding, worstStatus } from './counted-findings.ts'

describe('Findings', () => {
  it('count by the worst that was answered, and not at all where nothing was judged', () => {
    assert.equal(worstStatus(['green', 'red', 'amber']), 'red')
    assert.equal(worstStatus(['green', undefined, 'amber']), 'amber')
    assert.equal(worstStatus(['green', null]), 'green')
    assert.equal(worstStatus([undefined, 'blue']), undefined)
    assert.equal(worstStatus([]), undefined)
  })

  it('are about the vehicle', () => {
    assert.equal(isFinding({}), true)
    assert.equal(isFinding({ answerVideoMandatory: true }), false)
    assert.equal(isFinding({ clientSettings: { consent: true } }), false)
    assert.equal(isFinding({ clientSettings: { consent: false } }), true)
  })
})
