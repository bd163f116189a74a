// The routes of the figures: for the DMS and for the apps, with the same answers.
import * as shown from '@walkaround/contract/app/figures.ts'
import {
  type Figures,
  getFigureCars,
  getFigures,
  getQuestionFigures,
} from '@walkaround/contract/dms/figures.ts'
import { type Door, serve } from '../../http/door.ts'
import { ok, okPieces } from '../../http/reply.ts'
import { jsonInPieces } from '../../lib/json-in-pieces.ts'
import { readFigureCars } from './read-cars.ts'
import { readFigures } from './read-figures.ts'
import { readQuestionFigures } from './read-questions.ts'

/** Of a thousand branches two megabytes. */
const GROUPS_AT_ONCE = 50
const inPieces = (figures: Figures) => okPieces(jsonInPieces(figures, 'groups', GROUPS_AT_ONCE))

export function figureRoutes(door: Door): void {
  serve(door, getFigures, async (call) =>
    inPieces(await call.read((scope) => readFigures(scope, call.query.get(), call.person()))),
  )
  serve(door, getQuestionFigures, async (call) =>
    ok(await call.read((scope) => readQuestionFigures(scope, call.query.get(), call.person()))),
  )
  serve(door, getFigureCars, async (call) =>
    ok(await call.read((scope) => readFigureCars(scope, call.query.get(), call.person()))),
  )
}

export function figureAppRoutes(door: Door): void {
  serve(door, shown.showFigures, async (call) =>
    inPieces(await call.read((scope) => readFigures(scope, call.query.get(), call.person()))),
  )
  serve(door, shown.showQuestionFigures, async (call) =>
    ok(await call.read((scope) => readQuestionFigures(scope, call.query.get(), call.person()))),
  )
  serve(door, shown.showFigureCars, async (call) =>
    ok(await call.read((scope) => readFigureCars(scope, call.query.get(), call.person()))),
  )
}
