// The rules of a provider, a row each: which claim gives which role, and where.
import { staffRoles } from '@walkaround/contract/rules/roles.ts'
import { type FieldProps, useFieldParts } from '../../../office/form/field-frame.tsx'
import { Button } from '../../../workshop/ui/parts.tsx'
import { useWords } from '../../app/words.ts'
import { emptyRule, type RuleDraft } from './provider-draft.ts'

export function ClaimRules({ of, label, hint }: FieldProps<readonly RuleDraft[]>) {
  const { t } = useWords()
  const { control, below } = useFieldParts({ of, hint }, (rules) =>
    rules.map(({ claim, value, role }) => `${claim} ${value} → ${role}`).join(' / '),
  )
  const change = (at: number, part: Partial<RuleDraft>) =>
    of.change(of.value.map((rule, index) => (index === at ? { ...rule, ...part } : rule)))
  const texts = [
    ['claim', t('signIns.claim')],
    ['value', t('signIns.value')],
    ['branches', t('signIns.branches')],
  ] as const
  return (
    <fieldset {...control} className="claim-rules">
      <legend>{label}</legend>
      {of.value.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name, and their order is what counts
        <div className="claim-rule" key={at}>
          {texts.map(([name, what]) => (
            <label key={name}>
              <span>{what}</span>
              <input
                type="text"
                spellcheck={false}
                autoComplete="off"
                value={rule[name]}
                onInput={({ currentTarget: { value } }) => change(at, { [name]: value })}
              />
            </label>
          ))}
          <label>
            <span>{t('signIns.role')}</span>
            <select
              value={rule.role}
              onChange={({ currentTarget: { value } }) => change(at, { role: value as RuleDraft['role'] })}
            >
              {staffRoles.map((role) => (
                <option key={role} value={role}>
                  {t(`settings.role.${role}`)}
                </option>
              ))}
            </select>
          </label>
          <Button
            look="quiet"
            aria-label={t('signIns.removeRule', { n: at + 1 })}
            onClick={() => of.change(of.value.filter((_, index) => index !== at))}
          >
            {t('signIns.remove')}
          </Button>
        </div>
      ))}
      <Button onClick={() => of.change([...of.value, emptyRule])}>{t('signIns.addRule')}</Button>
      {below}
    </fieldset>
  )
}
