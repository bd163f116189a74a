// Phrases for comments that a client offers on its tablets, for those who set it up.
import { type Static, Type } from 'typebox'
import { conditionalWrite, etagReply, newTag, operation } from '../operation.ts'
import { LONGEST_PHRASE, MOST_PHRASE_QUESTIONS, MOST_PHRASES } from '../rules/own-phrases.ts'
import { languages } from '../rules/texts.ts'
import { choice, list, record, text } from '../schema.ts'

const heading = 'Words'
const path = '/system-clients/{system_client_id}/phrases'
const params = { system_client_id: 'The system client.' }

const plain = (description: string, maxLength: number) =>
  text(description, { minLength: 1, maxLength, 'x-personal': false })

const PhraseText = record(
  'PhraseText',
  'A phrase in one language.',
  {
    language: choice('The language.', [...languages]),
    text: plain('The phrase, without semicolons.', LONGEST_PHRASE),
  },
  {},
)

const parts = {
  questions: list(plain('The id of a question.', 128), 'Of which questions; left out: of every one.', {
    maxItems: MOST_PHRASE_QUESTIONS,
  }),
  status: choice('The finding that it belongs to: choosing it gives this colour.', ['green', 'amber', 'red']),
}
const words = list(PhraseText, 'Its words; other languages have those of the language of the client.', {
  maxItems: languages.length,
})
const id = plain('Stays with the phrase.', 64)

export const PhrasesChange = record(
  'PhrasesChange',
  'All phrases, in the order in which they are offered.',
  {
    phrases: list(
      record('PhraseChange', 'A phrase; without an id it is a new one.', { words }, { id, ...parts }),
      'The phrases.',
      { maxItems: MOST_PHRASES },
    ),
  },
  {},
)
export type PhrasesChange = Static<typeof PhrasesChange>

export const Phrases = record(
  'Phrases',
  "The client's own phrases, and what they can be about.",
  {
    phrases: Type.Array(record('OwnPhrase', 'A phrase.', { id, words }, parts), {
      description: 'The phrases.',
    }),
    questions: Type.Array(
      record(
        'AskedQuestion',
        'A question of a template that the client sees.',
        {
          id: Type.String({ description: 'The question.' }),
          text: Type.String({ description: 'In the language that was asked for, if its template has it.' }),
          template: Type.String({ description: 'The name of the template.' }),
        },
        {},
      ),
      { description: 'The questions that there are, each once.' },
    ),
  },
  {},
)
export type Phrases = Static<typeof Phrases>

const query = record(
  'PhrasesQuery',
  'How to read the questions.',
  {},
  {
    lang: choice(
      "Of their texts; left out: the client's language. A tag holds for the language it was read in.",
      [...languages],
    ),
  },
)

export const getPhrases = operation({
  id: 'getPhrases',
  method: 'GET',
  path,
  heading,
  summary: 'Read the phrases for comments',
  description: "The client's own ones. Those that come with the service are offered after them.",
  right: 'admin',
  params,
  query,
  replies: { 200: { description: 'The phrases.', body: Phrases, headers: etagReply } },
  problems: ['notInList'],
  decisions: ['B7'],
})

export const putPhrases = operation({
  id: 'putPhrases',
  method: 'PUT',
  path,
  heading,
  summary: 'Set the phrases for comments',
  description: 'In place of all that there were. Tablets offer them with the next survey that they read.',
  right: 'admin',
  params,
  query,
  body: PhrasesChange,
  requestHeaders: conditionalWrite,
  replies: { 200: { description: 'The phrases as they are now.', body: Phrases, headers: newTag } },
  problems: ['invalidArgument', 'notInList', 'preconditionFailed'],
  decisions: ['B7'],
})
