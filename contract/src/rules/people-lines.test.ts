import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { faultsInLines, mailedToLogin, mostPeople, readPeople } from './people-lines.ts'

describe('people in lines', () => {
  test('in the order of the fields, or by headings in any order, also in words of a language', () => {
    const ada = { name: 'Ada Adam', login: 'ada@example.org', role: 'advisor', branches: ['4711', '4712'] }
    const plain = readPeople('Ada Adam,ada@example.org,advisor,4711|4712\nBo Berg,bo,technician')
    assert.deepEqual(plain, {
      people: [
        { line: 1, person: ada },
        { line: 2, person: { name: 'Bo Berg', login: 'bo', role: 'technician' } },
      ],
      faults: [],
    })
    const words = { fields: { login: 'Anmeldename', role: 'Rolle' }, roles: { advisor: 'Serviceberater' } }
    const headed = readPeople(
      'Rolle;Anmeldename;name;branches;email;Abteilung\n\nserviceberater;ada@example.org;Ada Adam;4711, 4712;a@example.org;Annahme',
      words,
    )
    assert.deepEqual(headed, {
      people: [{ line: 3, person: { ...ada, email: 'a@example.org' } }],
      faults: [],
    })
  })

  test('with everything that is wrong: line, field and rule', () => {
    const { people, faults } = readPeople(
      ['A,a,chef', ',b,parts', 'C,a,parts,,nowhere', 'D,d,parts,,,,more', 'E,e,parts'].join('\n'),
    )
    assert.deepEqual(
      people.map(({ line }) => line),
      [5],
    )
    assert.deepEqual(faults, [
      { line: 1, field: 'role', rule: 'role', value: 'chef' },
      { line: 2, field: 'name', rule: 'missing' },
      { line: 3, field: 'email', rule: 'email', value: 'nowhere' },
      { line: 3, field: 'login', rule: 'twice', value: 'a' },
      { line: 4, rule: 'cells' },
    ])
    assert.deepEqual(readPeople('A,"a,parts\nB,b,parts').faults, [{ line: 1, rule: 'quote' }])
    const many = Array.from({ length: mostPeople + 1 }, (_, at) => `P,p${at},parts`).join('\n')
    assert.deepEqual(readPeople(many).faults, [{ line: mostPeople + 1, rule: 'people' }])
    assert.deepEqual(readPeople(' \n'), { people: [], faults: [] })
  })

  test('refused by the service, are found again by their line', () => {
    const { people } = readPeople('name,login,role\n\nA,a,parts\nB,b,parts')
    const info =
      'invitations[1].login: "b" has a role here already\ninvitations: too many\ninvitations[0]: no'
    assert.deepEqual(faultsInLines(info, people), [
      { line: 4, field: 'login', rule: '"b" has a role here already' },
      { rule: 'invitations: too many' },
      { line: 3, rule: 'no' },
    ])
  })

  test('are mailed to a login that is an address', () => {
    const person = { name: 'A', login: 'a@example.org', role: 'parts' as const }
    assert.equal(mailedToLogin(person).email, 'a@example.org')
    assert.equal(mailedToLogin({ ...person, email: 'b@example.org' }).email, 'b@example.org')
    assert.equal(mailedToLogin({ ...person, login: 'a' }).email, undefined)
  })
})
