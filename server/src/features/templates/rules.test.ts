import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { foldMake } from '@walkaround/contract/rules/folding.ts'
import { type Choice, decideTemplate, findRef, toShownId } from './rules.ts'

describe('the id of a template', () => {
  const ref = { masterClientId: 'open', templateId: 'vc' }

  test('carries its master for everyone but the master', () => {
    assert.equal(toShownId('acme', ref), 'open!vc')
    assert.equal(toShownId('open', ref), 'vc')
  })

  test('leads back to where it came from', () => {
    assert.deepEqual(findRef('acme', ['open'], 'open!vc'), ref)
    assert.deepEqual(findRef('open', [], 'vc'), ref)
    assert.deepEqual(findRef('acme', ['open'], 'vc'), { masterClientId: 'acme', templateId: 'vc' })
  })

  test('of a client that is no master names nothing', () => {
    assert.equal(findRef('acme', ['open'], 'other!vc'), undefined)
    assert.equal(findRef('acme', ['open'], 'acme!vc'), undefined)
    assert.equal(findRef('acme', [], 'open!vc'), undefined)
  })
})

describe('the choice of a template', () => {
  const choice = (clientId: string, branchId: string, make: string): Choice => ({
    clientId,
    surveyType: 'VC',
    branchId,
    make,
    masterClientId: clientId,
    templateId: `${clientId}/${branchId}/${make}`,
    version: 1,
  })
  const own = [
    choice('acme', '', ''),
    choice('acme', '', 'kia'),
    choice('acme', 'b', ''),
    choice('acme', 'b', 'kia'),
  ]
  const central = [
    choice('oem', '', ''),
    choice('oem', '', 'kia'),
    choice('oem', 'b', ''),
    choice('open', '', ''),
  ]
  const at = { clientId: 'acme', masters: ['oem', 'open'], branchId: 'b', make: 'kia' }
  const decide = (choices: Choice[], where = at) => decideTemplate(choices, 'VC', where)?.templateId

  test('is the most specific own one: branch and make, branch, make, any', () => {
    const found = own.map((_, taken) => decide([...central, ...own.slice(0, 4 - taken)]))
    assert.deepEqual(found, ['acme/b/kia', 'acme/b/', 'acme//kia', 'acme//'])
  })

  test('leaves rows for other branches, makes and survey types aside', () => {
    assert.equal(decide(own, { ...at, branchId: 'c', make: 'opel' }), 'acme//')
    assert.equal(decide(own, { ...at, make: '' }), 'acme/b/')
    assert.equal(decideTemplate(own, 'QC', at), undefined)
  })

  test('falls to the masters in their order, whose branches are not ours', () => {
    assert.equal(decide(central), 'oem//kia')
    assert.equal(decide(central, { ...at, make: 'opel' }), 'oem//')
    assert.equal(decide([choice('oem', 'b', ''), choice('open', '', '')]), 'open//')
    assert.equal(decide(central, { ...at, masters: ['open', 'oem'] }), 'open//')
    assert.equal(decide(central, { ...at, masters: [] }), undefined)
  })

  test('knows a make by its letters, not by their case', () => {
    assert.equal(foldMake(' ŠKODA '), foldMake('Škoda'))
    assert.equal(foldMake(undefined), '')
  })
})
