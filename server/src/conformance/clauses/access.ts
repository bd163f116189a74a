// Chapters F and H: the key, vehicle information, transport.
import { type Chapter, clause } from '../clause.ts'
import type { Answer } from '../exchange.ts'
import type { Kit } from '../kit.ts'

/** Well-formed, and of no manufacturer. */
const unknownVin = 'ZZZ0C0NF0RMANCE00'

async function lookUp(kit: Kit, vin: string): Promise<Answer> {
  const answer = await kit.get(`/vehicle-info/${vin}`)
  return answer.status === 429 ? kit.skip('the limit of look-ups is used up') : answer
}

export const access: Chapter = {
  title: 'Access, vehicle information and transport',
  clauses: [
    clause('F2.1', 'A key has at most 50 characters of Latin letters, digits, - and _', async (kit) => {
      if (!/^[A-Za-z0-9_-]{1,50}$/.test(kit.target.key)) kit.fail('a key of this form; the one given is not')
    }),
    clause('F2.2', 'A key counts as it is written: capitals and small letters differ', async (kit) => {
      const { key } = kit.target
      const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
      if (swapped === key) kit.skip('the key has no letters')
      ;(await kit.call('GET', '/packages', { key: swapped })).isRefused(401)
    }),
    clause('F3.1', 'A malformed VIN is a 400', async (kit) => {
      for (const vin of ['SHORT', 'WVWZZZ1KZDWO00001']) (await lookUp(kit, vin)).isRefused(400)
    }),
    clause('F3.2', 'A VIN that nobody knows is 404', async (kit) => {
      ;(await lookUp(kit, unknownVin)).isRefused(404)
    }),
    clause('F3.3', 'A VIN that is known tells the vehicle; small letters are accepted', async (kit) => {
      const answer = await lookUp(kit, '1hgcm82633a004352')
      if (answer.status === 404) kit.skip('the service knows no data of the VIN 1HGCM82633A004352')
      answer.is(200).has('vin', '1HGCM82633A004352')
      answer.expect(typeof answer.at('make') === 'string', 'make')
    }),
    clause('H1.1', 'The interface is served over HTTPS', async (kit) => {
      if (!kit.target.origin.startsWith('https:')) kit.fail('an address that begins with https')
      ;(await kit.get('/packages')).is(200)
    }),
  ],
}
