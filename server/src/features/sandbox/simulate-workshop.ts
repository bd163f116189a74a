// A technician who is simulated: answers, photos and completing, through the same use cases as the taps of a tablet.
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Signature } from '@walkaround/contract/app/media.ts'
import type { SimulatedAnswers } from '@walkaround/contract/dms/simulate-workshop.ts'
import { nameOf } from '@walkaround/contract/rules/names.ts'
import { proposeSigner } from '@walkaround/contract/rules/signer.ts'
import type { BusinessPartner, Person as PersonOfOrder } from '@walkaround/contract/shared.ts'
import { newId } from '../../lib/ids.ts'
import { problem } from '../../problems.ts'
import type { Scope } from '../../scope.ts'
import type { Media } from '../media/media.ts'
import { assertPhotoWelcome, attachPhoto } from '../photos/attach-photo.ts'
import { receivePhoto } from '../photos/receive-photo.ts'
import { getSignedText, loadAct } from '../surveys/act.ts'
import { getLoadedSurvey, type LoadedSurvey } from '../surveys/load-survey.ts'
import { listMissing } from '../surveys/missing.ts'
import { assertAnswersOpen } from '../surveys/rules.ts'
import { putSignature } from '../surveys/sign.ts'
import { attachReadyVideo, keepReadyVideo, type ReadyVideo } from '../videos/attach-ready-video.ts'
import { assertSandbox } from './assert-sandbox.ts'
import { asPerson, type Tapper, tap, type Work } from './people.ts'
import { drawPicture } from './picture.ts'
import { planAnswers, type Wanted } from './rules.ts'

export type { Media }

const isAnswered = ({ answers }: LoadedSurvey, questionId: string) =>
  answers.get(questionId)?.some(({ selected }) => selected) ?? false

/** The ids of the questions that were answered. */
async function answerAll(scope: Scope, surveyId: string, by: Tapper, wanted: Wanted): Promise<string[]> {
  const answered: string[] = []
  let left = wanted
  // An answer may show further questions.
  for (;;) {
    const survey = await getLoadedSurvey(scope, surveyId)
    assertAnswersOpen(survey.row)
    const open = [...survey.template.questions.values()].filter(
      (question) =>
        question.visible !== false &&
        survey.isVisible(question) &&
        !isAnswered(survey, question.id) &&
        !answered.includes(question.id),
    )
    if (open.length === 0) break
    const planned = planAnswers(open, left)
    left = planned.left
    await tap(scope, surveyId, by, { kind: 'answers', answers: planned.answers })
    answered.push(...planned.answers.map(({ questionId }) => questionId))
  }
  for (const grade of ['red', 'amber'] as const) {
    if (left[grade] > 0) {
      const placed = wanted[grade] - left[grade]
      throw problem(
        'nothingToSimulate',
        `${grade}: ${wanted[grade]} were asked for, but only ${placed} questions that are not answered yet can be ${grade}`,
      )
    }
  }
  return answered
}

const toWanted = ({ red = 0, amber = 0 }: Pick<SimulatedAnswers, 'red' | 'amber'>): Wanted => ({ red, amber })

export async function simulateAnswers(
  given: Scope,
  surveyId: string,
  wanted: SimulatedAnswers,
  by: Tapper,
): Promise<{ questionIds: string[] }> {
  assertSandbox(given)
  const scope = asPerson(given)
  const { answers } = wanted
  if (!answers) return { questionIds: await answerAll(scope, surveyId, by, toWanted(wanted)) }
  if (wanted.red !== undefined || wanted.amber !== undefined) {
    throw problem('invalidArgument', 'answers: give either `answers`, or `red` and `amber`')
  }
  await tap(scope, surveyId, by, { kind: 'answers', answers })
  return { questionIds: [...new Set(answers.map(({ questionId }) => questionId))] }
}

export async function simulatePhoto(
  work: Work,
  media: Media,
  surveyId: string,
  place: { questionId?: string | undefined; answerId?: string | undefined },
): Promise<{ photoId: string }> {
  const { questionId, answerId } = place
  const attachment = {
    ...(questionId === undefined ? {} : { question_id: questionId }),
    ...(answerId === undefined ? {} : { answer_id: answerId }),
  }
  const { photoId, clientId, at } = await work.read(async (scope) => {
    assertSandbox(scope)
    const photoId = newId(scope.now.getTime())
    const at = await assertPhotoWelcome(scope, surveyId, photoId, { get: () => attachment })
    return { photoId, clientId: scope.clientId, at }
  })
  const photo = await receivePhoto(media, clientId, Readable.from([drawPicture(photoId)]), undefined)
  await work.write((scope) =>
    attachPhoto(asPerson(scope), surveyId, {
      ...photo,
      ...at,
      id: photoId,
      takenAt: scope.now.toISOString(),
    }),
  )
  return { photoId }
}

const filmFile = (name: string) => fileURLToPath(new URL(`../../../data/sandbox/${name}`, import.meta.url))
const FILM = { durationMs: 3000, width: 320, height: 240 }

const keepFilm = async (media: Media, clientId: string): Promise<ReadyVideo> =>
  keepReadyVideo(media, clientId, {
    path: filmFile('walkaround.mp4'),
    poster: await readFile(filmFile('walkaround.jpg')),
    ...FILM,
  })

/** Answers, then what else completing needs, then completes: the app sends them one by one, too. */
export async function simulateComplete(
  work: Work,
  media: Media,
  surveyId: string,
  wanted: Pick<SimulatedAnswers, 'red' | 'amber'>,
  by: Tapper,
): Promise<{ questionIds: string[] }> {
  const { questionIds, clientId, missing } = await work.write(async (given) => {
    assertSandbox(given)
    const scope = asPerson(given)
    const ids = await answerAll(scope, surveyId, by, toWanted(wanted))
    const survey = await getLoadedSurvey(scope, surveyId)
    const still = await listMissing(scope, survey, await loadAct(scope, survey))
    return { questionIds: ids, clientId: scope.clientId, missing: still }
  })
  const ofKind = (what: 'video' | 'signature') =>
    missing.filter((one) => one.what === what).map(({ questionId }) => questionId)
  const films = ofKind('video')
  const film = films.length === 0 ? undefined : await keepFilm(media, clientId)
  await work.write(async (given) => {
    const scope = asPerson(given)
    for (const questionId of film ? films : []) {
      const id = newId(scope.now.getTime())
      await attachReadyVideo(scope, surveyId, { id, questionId }, film as ReadyVideo)
    }
    for (const questionId of ofKind('signature')) await sign(scope, surveyId, questionId, by)
    await tap(scope, surveyId, by, { kind: 'complete' })
  })
  return { questionIds }
}

/** A wave. */
const STROKES = [Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? at / 20 : 0.5 + 0.3 * Math.sin(at)))]
const NOBODY = 'Simulated Person'

/** Of a quality check whoever made it, otherwise the customer. */
async function sign(scope: Scope, surveyId: string, questionId: string, by: Tapper): Promise<void> {
  const { row, header } = await getLoadedSurvey(scope, surveyId)
  const { customer, vehicle } = header
  const { role, person } = proposeSigner<PersonOfOrder, BusinessPartner>({
    customer,
    driver: vehicle?.driver,
  })
  const signer: Pick<Signature, 'role' | 'name'> =
    row.surveyType === 'QC'
      ? { role: 'technician', name: by.name }
      : { role, name: person ? nameOf(person as BusinessPartner) : NOBODY }
  const shown = await getSignedText(scope, surveyId)
  const signature: Signature = { ...signer, questionId, strokes: STROKES, shown }
  await putSignature(scope, surveyId, newId(scope.now.getTime()), { get: () => signature })
}
