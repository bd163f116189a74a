// The app's routes of the workshop: the board, a survey with everything around it, inspections started without the DMS.
import { getBlanks } from '@walkaround/contract/app/blanks.ts'
import * as operations from '@walkaround/contract/app/board.ts'
import { findCars as findCarsOperation, getHistory } from '@walkaround/contract/app/history.ts'
import { getInbox, putInboxRead } from '@walkaround/contract/app/inbox.ts'
import { listKnownCars } from '@walkaround/contract/app/known-cars.ts'
import { explainPackages as explainPackagesOperation } from '@walkaround/contract/app/package-reasons.ts'
import { getTimeline } from '@walkaround/contract/app/timeline.ts'
import { mayCall } from '@walkaround/contract/rules/roles.ts'
import { type Call, type Door, serve } from '../../http/door.ts'
import { noContent, ok, okJson, okKept } from '../../http/reply.ts'
import { explainPackages } from './explain-packages.ts'
import { listKnownCars as findKnownCars } from './list-known-cars.ts'
import { matchInspection, unmatchInspection } from './match-inspection.ts'
import { putInspection } from './put-inspection.ts'
import { readBlanks } from './read-blanks.ts'
import { getBoard } from './read-board.ts'
import { findCars, readHistory } from './read-history.ts'
import { type InboxSettings, markRead, getInbox as readInbox } from './read-inbox.ts'
import { getSurveyPageJson } from './read-survey-page.ts'
import { readTimeline } from './read-timeline.ts'

const viewerOf = (call: Pick<Call<never>, 'person'>, loginId: string) => {
  const { login, name, role } = call.person()
  return { login, loginId, name, role }
}

export function workshopAppRoutes(door: Door, inbox: InboxSettings): void {
  serve(door, operations.getBoard, async (call) => {
    const board = await call.read((scope) =>
      getBoard(scope, call.query.get(), viewerOf(call, scope.actor.id)),
    )
    return okKept(board)
  })

  serve(door, getInbox, async (call) =>
    ok(await call.read((scope) => readInbox(scope, viewerOf(call, scope.actor.id), inbox))),
  )

  serve(door, putInboxRead, async (call) => {
    await call.write((scope) => markRead(scope, call.fields))
    return noContent
  })

  serve(door, findCarsOperation, async (call) =>
    ok(await call.read((scope) => findCars(scope, call.query.get().text, viewerOf(call, scope.actor.id)))),
  )

  serve(door, getHistory, async (call) =>
    ok(await call.read((scope) => readHistory(scope, call.params.card, call.query.get().limit))),
  )

  serve(door, getBlanks, async (call) =>
    ok(await call.read((scope) => readBlanks(scope, call.query.get().language))),
  )

  serve(door, listKnownCars, async (call) =>
    ok(await call.read((scope) => findKnownCars(scope, call.query.get().mark))),
  )

  serve(door, operations.getSurveyPage, async (call) =>
    okJson(
      await call.read((scope) =>
        getSurveyPageJson(scope, call.params.survey_id, call.person().login, call.query.get().language),
      ),
    ),
  )

  serve(door, getTimeline, async (call) => {
    const recipients = mayCall(call.person().role, 'quotes')
    return ok(await call.read((scope) => readTimeline(scope, call.params.survey_id, { recipients })))
  })

  serve(door, explainPackagesOperation, async (call) => {
    const { survey_id, question_id, answer_id } = call.params
    const variants = await call.read((scope) => explainPackages(scope, survey_id, question_id, answer_id))
    return ok(variants)
  })

  serve(door, operations.putInspection, async (call) => {
    const card = await call.write((scope) =>
      putInspection(scope, call.params.inspection_id, call.fields, viewerOf(call, scope.actor.id)),
    )
    return ok(card)
  })

  serve(door, operations.matchInspection, async (call) => {
    await call.write((scope) => matchInspection(scope, call.params.inspection_id, call.fields))
    return noContent
  })

  serve(door, operations.unmatchInspection, async (call) => {
    await call.write((scope) => unmatchInspection(scope, call.params.inspection_id))
    return noContent
  })
}
