// The mark of a question at a line of the quotes: opens its thread.
import type { QuestionThread } from '@walkaround/contract/app/line-questions.ts'
import { aboutKey, type QuestionAbout } from '@walkaround/contract/rules/line-questions.ts'
import { useWords } from '../../app/words.tsx'
import { Button, Note } from '../../ui/parts.tsx'
import { lastOf } from './use-questions.ts'

export interface Questions {
  threads: readonly QuestionThread[]
  onOpen: (questionId: string) => void
}

export function LineQuestion({ about, questions }: { about: QuestionAbout; questions: Questions }) {
  const { t } = useWords()
  const key = aboutKey(about)
  const thread = questions.threads.find((one) => aboutKey(one.about) === key)
  if (!thread) return null
  return (
    <Button
      icon="ask"
      look={thread.isWaiting ? 'main' : 'quiet'}
      className="line-question"
      onClick={() => questions.onOpen(lastOf(thread).questionId)}
    >
      {t(thread.isWaiting ? 'questions.open' : 'questions.show')}
    </Button>
  )
}

/** Above the quotes while somebody waits: also for a line that is gone. */
export function WaitingQuestions({ threads, onOpen }: Questions) {
  const { t } = useWords()
  const waiting = threads.filter(({ isWaiting }) => isWaiting)
  const [first] = waiting
  if (!first) return null
  return (
    <Note tone="soon" icon="ask" title={t('questions.waits', { n: waiting.length })}>
      <ul className="questions-waiting">
        {waiting.map((thread) => (
          <li key={aboutKey(thread.about)}>
            <Button icon="ask" onClick={() => onOpen(lastOf(thread).questionId)}>
              {thread.title}
            </Button>
          </li>
        ))}
      </ul>
    </Note>
  )
}
