import { useState } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

interface RecoverySectionProps {
  /** Whether each code is used, in order. */
  usedCodes: boolean[]
  /** New codes, which are shown this once. */
  newCodes: string[] | null
  result: SectionResult
}

const HIDDEN_CODE = '••••-••••'

/** The recovery codes: new ones in full, later only how many are left. */
export function RecoverySection({ usedCodes, newCodes, result }: RecoverySectionProps) {
  const usedCount = usedCodes.filter(Boolean).length
  return (
    <SettingsSection
      id="recovery"
      title="Recovery codes"
      lead={
        newCodes
          ? 'Save these codes somewhere you can reach without your phone. They are shown only once, and each works once.'
          : `Use a recovery code if you lose your phone. Each works once; ${usedText(usedCount)}.`
      }
    >
      <div role={newCodes ? 'status' : undefined}>
        <ol className="recovery-codes">
          {newCodes
            ? newCodes.map((code) => (
                <li key={code} className="recovery-code">
                  <b>{code}</b>
                </li>
              ))
            : usedCodes.map((isUsed, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a code is known by its place only
                <li key={index} className="recovery-code">
                  <HiddenCode isUsed={isUsed} />
                </li>
              ))}
        </ol>
      </div>
      {newCodes && <KeepButtons codes={newCodes} />}
      <SectionForm section="recovery" result={result} fields={['password']}>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          {...fieldError('recovery', result, 'password')}
        />
        <div className="settings-actions cluster gap-3">
          <SubmitButton variant="">Get New Codes</SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}

function HiddenCode({ isUsed }: { isUsed: boolean }) {
  return (
    <>
      <span className="recovery-code-hidden" aria-hidden="true">
        {isUsed ? <s>{HIDDEN_CODE}</s> : HIDDEN_CODE}
      </span>
      <span className="visually-hidden">{isUsed ? 'Used' : 'Not used'}</span>
    </>
  )
}

function KeepButtons({ codes }: { codes: string[] }) {
  const canCopy = useHydrated() && 'clipboard' in navigator
  const [isCopied, setCopied] = useState(false)
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="settings-actions cluster gap-3">
      <a
        className="button button-small"
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        download="hoshi-recovery-codes.txt"
      >
        <Icon name="download" />
        Download
      </a>
      {canCopy && (
        <button type="button" className="button button-small" onClick={copy}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
        </button>
      )}
    </div>
  )
}

function usedText(count: number): string {
  if (count === 0) return 'none used so far'
  return count === 1 ? 'one used so far' : `${count} used so far`
}
