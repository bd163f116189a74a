// Site, name, dealer codes and what orders release at a branch, as fields. Codes are typed one a line.
import type { Site } from '@walkaround/contract/app/places.ts'
import { surveyTypes } from '@walkaround/contract/survey-types.ts'
import { CheckField, ListField, SelectField } from '../../../office/form/choice-fields.tsx'
import { TextArea, TextField } from '../../../office/form/text-fields.tsx'
import type { Form } from '../../../office/form/use-form.ts'
import { useWords } from '../../app/words.ts'

export interface BranchDraft {
  siteId: string
  name: string
  codes: string
  /** Another choice than the client's. */
  isOwnRelease: boolean
  releaseTypes: readonly string[]
}

export const toBranchBody = ({ siteId, name, codes, isOwnRelease, releaseTypes }: BranchDraft) => ({
  siteId,
  name,
  codes: codes
    .split('\n')
    .map((code) => code.trim())
    .filter((code) => code !== ''),
  ...(isOwnRelease ? { releaseTypes: [...releaseTypes] as (typeof surveyTypes)[number][] } : {}),
})

export function BranchFields<T extends BranchDraft>({ of, sites }: { of: Form<T>; sites: readonly Site[] }) {
  const { t } = useWords()
  const form = of as unknown as Form<BranchDraft>
  return (
    <>
      <TextField of={form.field('name')} label={t('branches.name')} autoComplete="off" />
      <TextArea
        of={form.field('codes')}
        label={t('branches.codes')}
        hint={t('branches.codesWhat')}
        rows={2}
      />
      <SelectField
        of={form.field('siteId')}
        label={t('branches.site')}
        hint={t('branches.siteWhat')}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <CheckField
        of={form.field('isOwnRelease')}
        label={t('branches.ownRelease')}
        hint={t('branches.ownReleaseWhat')}
      />
      {form.state.draft.isOwnRelease && (
        <ListField
          of={form.field('releaseTypes')}
          label={t('branches.releases')}
          options={surveyTypes.map((value) => ({ value, label: t(`survey.${value}`) }))}
        />
      )}
    </>
  )
}
