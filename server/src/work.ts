// The background jobs: name of a job → use case, as an explicit list.
import type { Database } from './db/database.ts'
import { rebuildFiguresJob } from './features/figures/rebuild-figures.ts'
import { REBUILD_JOB as FIGURES_JOB } from './features/figures/update-figures.ts'
import { CLEARED_JOB } from './features/invitations/clear-factors.ts'
import { MAIL_JOB } from './features/invitations/invite.ts'
import { mailClearedJob } from './features/invitations/mail-cleared.ts'
import { mailInvitationJob } from './features/invitations/mail-invitation.ts'
import { REBUILD_JOB as LEDGER_JOB, rebuildLedgerJob } from './features/ledger/rebuild.ts'
import { LEFT_FILES_JOB } from './features/media/leave-files.ts'
import type { Media } from './features/media/media.ts'
import { announceJob } from './features/messages/announce.ts'
import { type DeliverOptions, sendMessageJob } from './features/messages/deliver-message.ts'
import { REMIND_JOB, SEND_JOB } from './features/messages/send-message.ts'
import { TELL_JOB, tellAdvisorJob } from './features/owner-page/tell-advisor.ts'
import { reminderGate } from './features/reminders/person.ts'
import { PLAN_JOB, planRemindersJob } from './features/reminders/plan-reminders.ts'
import { SURVEY_COMPLETED_JOB } from './features/surveys/complete-survey.ts'
import { RENEW_JOB, renewTermsJob } from './features/surveys/renew-terms.ts'
import { leftFilesJob, SWEEP_JOB, sweepFilesJob } from './features/uploads/sweep.ts'
import { CONVERT_JOB, VIDEO_READY_JOB } from './features/videos/add-video.ts'
import { CLEAN_JOB, cleanVideosJob } from './features/videos/clean-stored.ts'
import { convertVideoJob } from './features/videos/convert-video.ts'
import type { JobTable } from './jobs/job.ts'
import type { Ffmpeg } from './outside/ffmpeg.ts'

interface WorkOptions {
  database: Database
  media: Media
  ffmpeg: Ffmpeg
  clock: () => Date
}

export function workTable(options: WorkOptions): JobTable {
  return {
    [CLEAN_JOB]: cleanVideosJob(options),
    [CONVERT_JOB]: convertVideoJob(options),
    [FIGURES_JOB]: rebuildFiguresJob(options),
    [LEFT_FILES_JOB]: leftFilesJob(options),
    [LEDGER_JOB]: rebuildLedgerJob(options),
    [RENEW_JOB]: renewTermsJob(options),
    [SWEEP_JOB]: sweepFilesJob(options),
  }
}

/** Messages have separate workers: no video delays them, and no slow mail server delays a video. */
export function postTable(options: DeliverOptions): JobTable {
  const announce = announceJob(options)
  const send = sendMessageJob({ ...options, reminderGate: reminderGate(options) })
  return {
    [SEND_JOB]: send,
    [REMIND_JOB]: send,
    [PLAN_JOB]: planRemindersJob(options),
    [TELL_JOB]: tellAdvisorJob(options),
    [SURVEY_COMPLETED_JOB]: announce,
    [VIDEO_READY_JOB]: announce,
    [MAIL_JOB]: mailInvitationJob(options),
    [CLEARED_JOB]: mailClearedJob(options),
  }
}
