import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Message } from '@walkaround/contract/app/messages.ts'
import { addressNow, findLinkRequest } from './link-request.ts'
import type { Recipient } from './recipients.ts'

const message = (id: string, at: string, more: Partial<Message> = {}): Message => ({
  id,
  surveyId: 's',
  outputId: id,
  category: 'email',
  type: 'surveyResultsEmail',
  destinations: [{ id: '1', address: 'then@example.org', name: 'Ada', sourcePartnerType: 'customer' }],
  language: 'en',
  text: '',
  state: 'sent',
  attempts: 1,
  createdAt: `2026-03-0${at}T10:00:00.000Z`,
  linkValidUntil: '2026-04-01T00:00:00.000Z',
  ...more,
})
const linkAskedAt = '2026-03-05T10:00:00.000Z'
const request = message('2', '2', { linkAskedAt })
const notice = message('3', '5', { type: 'linkRequestNotification' })
const { linkValidUntil: _none, ...staff } = notice

describe('a request for a new link', () => {
  it('is there until a result was sent since, whatever staff were told', () => {
    assert.equal(findLinkRequest([message('1', '1'), request, staff])?.id, '2')
    assert.equal(findLinkRequest([request, message('4', '6')]), undefined)
    assert.equal(findLinkRequest([message('1', '1')]), undefined)
  })
  it('is not answered by a message that failed or whose link was withdrawn', () => {
    assert.equal(findLinkRequest([request, message('4', '6', { state: 'failed' })])?.id, '2')
    assert.equal(findLinkRequest([request, message('4', '6', { linkWithdrawn: true })])?.id, '2')
  })
  it('is the last of several', () => {
    const later = message('1', '1', { linkAskedAt: '2026-03-06T10:00:00.000Z' })
    assert.equal(findLinkRequest([later, request])?.id, '1')
  })
})

describe('the address a new link goes to', () => {
  const person = (key: string, more: Partial<Recipient>) => ({ key, name: key, ...more }) as Recipient
  const people = [
    person('customer', { email: 'now@example.org', mobilePhone: '030 12345' }),
    person('customer C-1', { email: 'cora@example.org' }),
    person('customer Karl', { email: 'karl@example.org' }),
  ]
  const to = (more: object, category: Message['category'] = 'email') =>
    message('1', '1', {
      category,
      destinations: [{ address: 'then@example.org', sourcePartnerType: 'customer', ...more }],
    })
  it('is the one that is stored now, of the same person', () => {
    assert.equal(addressNow(to({ name: 'Ada' }), people), 'now@example.org')
    assert.equal(addressNow(to({ name: 'Ada' }, 'sms'), people), '030 12345')
    assert.equal(addressNow(to({ name: 'Cora', sourcePartnerId: 'C-1' }), people), 'cora@example.org')
    assert.equal(addressNow(to({ name: 'Karl' }), people), 'karl@example.org')
  })
  it('is the former one where the person is gone', () => {
    assert.equal(addressNow(to({ sourcePartnerId: 'C-9' }), people), 'then@example.org')
  })
})
