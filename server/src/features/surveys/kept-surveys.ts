// Surveys as they were last composed for the DMS.
import type { Survey } from '@walkaround/contract/dms/surveys.ts'
import { toReadyBytes } from '../../lib/ready-json.ts'
import { keepBytes } from '../origins/kept-bytes.ts'
import { getLoadedSurvey } from './load-survey.ts'
import { toSurveyJson } from './read-surveys.ts'
import * as store from './store.ts'

/**
 * Bytes never have the revision of a later state; they may show a later catalogue than theirs, which the next read with the later
 * signature composes again.
 */
export const getSurveyBytes = keepBytes<Survey>({
  /** Some 600 surveys of 60 questions. */
  mostBytes: 16 * 1024 * 1024,
  listRevisions: store.listRevisions,
  async compose(scope, surveyId) {
    const survey = await getLoadedSurvey(scope, surveyId)
    return { revision: store.revisionOf(survey.row), bytes: toReadyBytes(toSurveyJson(scope, survey)) }
  },
})
