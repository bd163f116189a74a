// Surveys as they were last composed for the DMS, as bytes. A DMS reads the same survey again and again; as long as its revision is
// the same, the bytes are.
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import { type ReadyBytes, toReadyBytes } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { getLoadedSurvey } from './load-survey.ts'
import { toSurveyJson } from './read-surveys.ts'
import * as store from './store.ts'

interface KeptSurvey extends store.SurveyRevision {
  bytes: ReadyBytes<Survey>
}

/** Some 600 surveys of 60 questions. */
const KEPT_BYTES = 16 * 1024 * 1024

/** Revisions mean something in one database only. */
const keptOf = new WeakMap<Scope['db'], Recent<KeptSurvey>>()

function keptIn(db: Scope['db']): Recent<KeptSurvey> {
  const kept = keptOf.get(db) ?? new Recent<KeptSurvey>(KEPT_BYTES, ({ bytes }) => bytes.length)
  keptOf.set(db, kept)
  return kept
}

/**
 * Call it outside transactions. The revision is read in the statement that reads the survey, so bytes never have the revision of a
 * later state; they may show a later catalogue than theirs, which the next read with the later signature composes again.
 */
export async function getSurveyBytes(scope: Scope, surveyId: string): Promise<ReadyBytes<Survey>> {
  const kept = keptIn(scope.db)
  const key = JSON.stringify([scope.clientId, surveyId, scope.client.language])
  const known = kept.get(key)
  if (known && isSame(known, await store.findRevision(scope, surveyId))) return known.bytes
  kept.delete(key)
  const survey = await getLoadedSurvey(scope, surveyId)
  const { revision, catalogue } = survey.row
  const bytes = toReadyBytes(toSurveyJson(scope, survey))
  kept.set(key, { revision, catalogue, bytes })
  return bytes
}

const isSame = (kept: store.SurveyRevision, now: store.SurveyRevision | undefined): boolean =>
  kept.revision === now?.revision && kept.catalogue === now.catalogue
