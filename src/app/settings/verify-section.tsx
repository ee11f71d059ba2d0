import { SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'

/** Tells of the mailed link, and sends another one. */
export function VerifySection({ email, result }: { email: string; result: SectionResult }) {
  return (
    <SettingsSection
      id="verify"
      title="Confirm your email address"
      lead={
        <>
          We sent a link to <b>{email}</b>. Until you open it, you can watch, but not upload, comment, like or follow.
        </>
      }
    >
      <SectionForm section="verify" result={result}>
        <p className="settings-note">No email? Check your spam folder. The link works for 24 hours.</p>
        <div className="settings-actions cluster gap-3">
          <SubmitButton variant="button-primary">Resend Link</SubmitButton>
        </div>
      </SectionForm>
    </SettingsSection>
  )
}
