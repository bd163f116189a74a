// Chapter D: surveys, answers, photos, printed forms and templates.
import { type Chapter, clause, ours } from '../clause.ts'
import type { Answer, Json } from '../exchange.ts'
import { type Kit, questionsIn, Survey } from '../kit.ts'

const forms = ['survey-summary', 'handover-act', 'handover-pack', 'damage-report']
const sizes = ['small-square', 'medium-square', 'small', 'medium', 'large', 'huge']

const isPdf = (answer: Answer): void => {
  answer.is(200).expect(answer.text.startsWith('%PDF-'), 'a PDF document')
  answer.expect(
    /^application\/pdf\b/.test(answer.headers['content-type'] ?? ''),
    'Content-Type: application/pdf',
  )
}

/** The first photo of the survey that was named for this, of the survey itself, a question or an answer. */
async function findPhoto(kit: Kit): Promise<{ read: Answer; photo: Json; path: string }> {
  const { photoSurvey } = kit.target
  if (photoSurvey === undefined) kit.skip('needs a survey with a photo: --photo-survey <id>')
  const survey = new Survey(kit, photoSurvey)
  const { answer: read, questions } = await survey.questions()
  const everywhere: Json[] = [read.json, ...questions, ...questions.flatMap(({ answers }) => answers)]
  const photo = everywhere.flatMap(({ photos }) => photos ?? [])[0]
  if (photo === undefined) kit.skip(`the survey ${photoSurvey} has no photo`)
  return { read, photo, path: `${survey.path}/photos/${encodeURIComponent(photo.id)}` }
}

export const surveys: Chapter = {
  title: 'Surveys, answers, photos and forms',
  clauses: [
    clause('D1.1', 'The list of templates is a bare array with id, text and masterClientId', async (kit) => {
      const answer = (await kit.get('/survey-templates')).is(200)
      const [first] = answer.list()
      answer.expect(first !== undefined, 'at least one template')
      for (const name of ['id', 'text', 'masterClientId'])
        answer.expect(typeof first[name] === 'string', `${name} of each template`)
    }),
    clause('D1.2', 'A template is read in the shape of a survey; an unknown one is 404', async (kit) => {
      const [first] = (await kit.get('/survey-templates')).is(200).list()
      const answer = (await kit.get(`/survey-templates/${encodeURIComponent(first?.id ?? '')}`)).is(200)
      answer.expect(questionsIn(answer.at('contents')).length > 0, 'contents with questions')
      ;(await kit.get('/survey-templates/conformance-no-such-template')).isRefused(404)
    }),
    clause('D1.3', 'Questions have the same ids in every survey of a template', async (kit) => {
      const [one, other] = await Promise.all([kit.newOrder(), kit.newOrder()])
      const first = await (await one.survey()).questions()
      const second = await (await other.survey()).questions()
      const idsOf = ({ questions }: typeof first) => questions.map(({ id }) => id).join()
      second.answer.expect(idsOf(first) === idsOf(second), `the questions ${idsOf(first).slice(0, 200)}`)
      const ids = first.questions.map(({ id }) => id)
      first.answer.expect(new Set(ids).size === ids.length, 'question ids that occur once')
    }),
    clause(
      'S6',
      'A survey has its order, its vehicle and the elements of its template',
      async (kit) => {
        const order = await kit.newOrder({ externalId: 'E-6', vehicle: { make: 'Example' } })
        const survey = await order.survey()
        const read = (await survey.read()).has('id', survey.id).has('referenceObject.id', order.id)
        read
          .has('surveyObject.make', 'Example')
          .has('externalId', 'E-6')
          .has('completed', false)
          .has('closed', false)
        const kinds = new Set((read.at('contents') ?? []).map(({ category }: Json) => category))
        read.expect(
          kinds.size > 0 &&
            [...kinds].every((kind) => ['section', 'question', 'referenceQuestion'].includes(kind as string)),
          'contents of category section, question or referenceQuestion',
        )
      },
      { where: 'day' },
    ),
    clause(
      'S7',
      'A survey that does not exist is 404',
      async (kit) => {
        ;(await kit.get('/surveys/conformance-no-such-survey')).isRefused(404)
      },
      { where: 'day' },
    ),
    clause(
      'D3.1',
      'An added answer is custom and selected, and comes back with what was sent',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        const { id: questionId } = await survey.question()
        const body = { value: 'Noise · Шум', status: 'amber', comment: 'Only when cold' }
        const { id } = await survey.add(questionId, body)
        const { answer, answers } = await survey.answersOf(questionId)
        const added = answers.find((one) => one.id === id) as Json
        answer.expect(
          added?.custom === true && added?.selected === true,
          'the answer with custom and selected true',
        )
        for (const [name, value] of Object.entries(body))
          answer.expect(added[name] === value, `${name} = ${JSON.stringify(value)}`)
      },
    ),
    clause('D3.2', 'An answer needs value, status or comment; empty ones are a 400', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id } = await survey.question()
      for (const body of [{}, { selected: true }, { value: null, comment: null }])
        (await kit.post(survey.answersPath(id), body)).isRefused(400)
      ;(await kit.post(survey.answersPath(id), { status: 'green' })).is(201)
    }),
    clause('D3.3', 'PUT replaces a custom answer: what is left out is unset', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id: questionId } = await survey.question()
      const { id, path } = await survey.add(questionId, {
        value: 'First',
        comment: 'Internal',
        selected: false,
      })
      ;(await kit.put(path, { value: 'Second' })).is(204)
      const { answer, answers } = await survey.answersOf(questionId)
      const now = answers.find((one) => one.id === id) as Json
      answer.expect(now?.value === 'Second' && now.comment === undefined, 'value = "Second", and no comment')
      answer.expect(now.selected === true, 'selected = true, which was left out')
    }),
    clause('D3.4', 'A removed answer is gone: 204, then 404', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id: questionId } = await survey.question()
      const { id, path } = await survey.add(questionId, { value: 'Gone soon' })
      ;(await kit.delete(path)).is(204)
      const { answer, answers } = await survey.answersOf(questionId)
      answer.expect(
        answers.every((one) => one.id !== id),
        `no answer ${id}`,
      )
      ;(await kit.delete(path)).isRefused(404)
      ;(await kit.put(path, { value: 'Back' })).isRefused(404)
    }),
    clause('D3.5', 'The id of a removed answer is not given to another one', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id: questionId } = await survey.question()
      const first = await survey.add(questionId, { value: 'First' })
      ;(await kit.delete(first.path)).is(204)
      const second = await survey.add(questionId, { value: 'Second' })
      second.answer.expect(second.id !== first.id, `another id than ${first.id}`)
    }),
    clause('D3.6', 'An answer deselects no other: several may be added to one question', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      const { id: questionId } = await survey.question()
      const first = await survey.add(questionId, { value: 'First' })
      const second = await survey.add(questionId, { value: 'Second' })
      const { answer, answers } = await survey.answersOf(questionId)
      const chosen = answers.filter(({ selected }) => selected).map(({ id }) => id)
      answer.expect(
        chosen.includes(first.id) && chosen.includes(second.id),
        'both answers with selected = true',
      )
    }),
    clause(
      'D3.7',
      'A question that the survey does not have is 404; upSale takes no answers',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        ;(await kit.post(survey.answersPath('conformance-none'), { value: 'x' })).isRefused(404)
        const upSale = await kit.post(survey.answersPath('upSale'), { value: 'x' })
        upSale.is(400, 404)
      },
    ),
    clause('D4.1', 'A new survey has nothing selected: not checked is not green', async (kit) => {
      const { answer, questions } = await (await (await kit.newOrder()).survey()).questions()
      const standard = questions.flatMap(({ answers }) => answers)
      answer.expect(standard.length > 0, 'standard answers')
      answer.expect(
        standard.every(({ selected }) => selected === false),
        'selected = false on every standard answer',
      )
    }),
    clause('D6.1', 'An unknown photo is 404', async (kit) => {
      const survey = await (await kit.newOrder()).survey()
      ;(await kit.get(`${survey.path}/photos/conformance-none`)).isRefused(404)
      ;(await kit.get(`${survey.path}/photos/conformance-none/small`)).isRefused(404)
    }),
    clause('D6.2', 'A photo has id, takenAt, contentType, width and height', async (kit) => {
      const { read, photo } = await findPhoto(kit)
      for (const [name, type] of Object.entries({
        id: 'string',
        contentType: 'string',
        width: 'number',
        height: 'number',
      }))
        read.expect(typeof photo[name] === type, `${name} of a photo`)
    }),
    clause(
      'D6.3',
      'Reading a photo is a redirect on the same origin; the address in it needs no key',
      async (kit) => {
        const { path } = await findPhoto(kit)
        const redirect = (await kit.get(path)).is(302)
        const url = URL.parse(redirect.headers.location ?? '', kit.target.origin)
        redirect.expect(url !== null, 'a header Location')
        const photo = (await kit.callAt('GET', `${url?.pathname}${url?.search}`, { key: null })).is(200)
        photo.expect(/^image\//.test(photo.headers['content-type'] ?? ''), 'an image')
      },
    ),
    clause('D6.4', 'Every size of the interface is there as JPEG; another size is 404', async (kit) => {
      const { path } = await findPhoto(kit)
      for (const size of sizes) {
        const redirect = (await kit.get(`${path}/${size}`)).is(302)
        const url = URL.parse(redirect.headers.location ?? '', kit.target.origin)
        const photo = (await kit.callAt('GET', `${url?.pathname}${url?.search}`, { key: null })).is(200)
        photo.expect(photo.headers['content-type'] === 'image/jpeg', 'Content-Type: image/jpeg')
      }
      ;(await kit.get(`${path}/enormous`)).isRefused(404)
    }),
    ...forms.map((form, index) =>
      clause(
        `S${8 + index}`,
        `The form ${form} is a PDF document`,
        async (kit) => {
          const survey = await (await kit.newOrder({ vehicle: { make: 'Example' } })).survey()
          isPdf(await kit.get(`${survey.path}/pdf-forms/${form}`))
        },
        { where: 'forms' },
      ),
    ),
    clause(
      'S12',
      'A form of another name, or of a survey that does not exist, is refused',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        ;(await kit.get(`${survey.path}/pdf-forms/conformance-none`)).is(400, 404)
        ;(await kit.get('/surveys/conformance-no-such-survey/pdf-forms/survey-summary')).isRefused(404)
      },
      { where: 'forms' },
    ),
    clause(
      'D7.1',
      'The damage drawing alone is a PDF document',
      async (kit) => {
        const survey = await (await kit.newOrder()).survey()
        isPdf(await kit.get(`${survey.path}/damage-drawing`))
      },
      ours,
    ),
  ],
}
