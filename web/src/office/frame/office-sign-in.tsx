// The sign-in of the office: the app's form, with the words of a page that keeps nothing on the device.
import { languageNames, languages } from '@walkaround/contract/rules/texts.ts'
import { useEffect } from 'preact/compat'
import { useSignal } from '../../workshop/app/use-signal.ts'
import { late } from '../../workshop/screens/late.tsx'
import type { SecondStepProps } from '../../workshop/screens/second-factor/second-step.tsx'
import { SignInForm } from '../../workshop/screens/sign-in-form.tsx'
import { Choice } from '../../workshop/ui/parts.tsx'
import { useOffice } from '../app/context.tsx'
import { useWords } from '../app/words.tsx'

const step = late<Pick<SecondStepProps, 'why' | 'onBack'>>(
  async () => (await import('./office-second-step.tsx')).OfficeSecondStep,
)

interface Props {
  why: 'ended' | 'disabled' | undefined
  /** Whose work continues. */
  of: string | undefined
}

export function OfficeSignIn({ why, of }: Props) {
  const { t } = useWords()
  const office = useOffice()
  const language = useSignal(office.language)
  useEffect(() => {
    document.title = `${t('signIn.title')} · ${t('app.name')}`
  }, [t])
  return (
    <SignInForm
      {...(why ? { why: { title: t(`presence.${why}`), what: t(`office.${why}What`) } } : {})}
      {...(of === undefined ? {} : { of })}
      signIn={office.sessions.signIn}
      readHelp={office.readSignInHelp}
      step={step}
    >
      <Choice
        label={t('signIn.language')}
        isLabelUnseen
        value={language}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
        onChoose={office.language.set}
      />
    </SignInForm>
  )
}
