// Surveys as they were last composed for the DMS, as bytes. A DMS reads the same survey again and again; as long as its revision is
// the same, the bytes are.
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import { createFreshCache } from '../../identity/fresh-cache.ts'
import { type ReadyBytes, toReadyBytes } from '../../lib/ready-json.ts'
import { Recent } from '../../lib/recent.ts'
import type { Scope } from '../../scope.ts'
import { getLoadedSurvey } from './load-survey.ts'
import { toSurveyJson } from './read-surveys.ts'
import * as store from './store.ts'

interface KeptSurvey extends store.SurveyRevision {
  bytes: ReadyBytes<Survey>
}

type Revisions = ReturnType<typeof createFreshCache<store.SurveyRevision>>

/** Revisions mean something in one database only. */
interface Memory {
  surveys: Recent<KeptSurvey>
  /** By client. */
  revisions: Recent<Revisions>
}

/** Some 600 surveys of 60 questions. */
const KEPT_BYTES = 16 * 1024 * 1024
const CLIENTS = 100

const memories = new WeakMap<Scope['db'], Memory>()

function memoryOf(db: Scope['db']): Memory {
  let memory = memories.get(db)
  if (!memory) {
    const surveys = new Recent<KeptSurvey>(KEPT_BYTES, ({ bytes }) => bytes.length)
    memory = { surveys, revisions: new Recent(CLIENTS) }
    memories.set(db, memory)
  }
  return memory
}

/**
 * Call it outside transactions. The revision is read in the statement that reads the survey, so bytes never have the revision of a
 * later state; they may show a later catalogue than theirs, which the next read with the later signature composes again.
 */
export async function getSurveyBytes(scope: Scope, surveyId: string): Promise<ReadyBytes<Survey>> {
  const memory = memoryOf(scope.db)
  const key = JSON.stringify([scope.clientId, surveyId, scope.client.language])
  const kept = memory.surveys.get(key)
  if (kept && isSame(kept, await revisionsOf(memory, scope).find(surveyId))) return kept.bytes
  memory.surveys.delete(key)
  const survey = await getLoadedSurvey(scope, surveyId)
  const { revision, catalogue } = survey.row
  const bytes = toReadyBytes(toSurveyJson(scope, survey))
  memory.surveys.set(key, { revision, catalogue, bytes })
  return bytes
}

/**
 * Nothing is remembered: requests that come while one statement is on its way share the next one, which begins after all of them
 * have come.
 */
function revisionsOf({ revisions }: Memory, { db, clientId, client }: Scope): Revisions {
  const key = JSON.stringify([clientId, client.masters])
  const known = revisions.get(key)
  if (known) return known
  const made = createFreshCache<store.SurveyRevision>({
    read: (ids) => store.listRevisions({ db, clientId, client }, ids),
    freshMs: 0,
    size: 0,
    clock: () => 0,
  })
  revisions.set(key, made)
  return made
}

const isSame = (kept: store.SurveyRevision, now: store.SurveyRevision | undefined): boolean =>
  kept.revision === now?.revision && kept.catalogue === now.catalogue
