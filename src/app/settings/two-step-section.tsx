import { Field } from '#app/ui/field.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { ChangeInPlace } from './change-in-place.tsx'
import { fieldError, SectionForm, type SectionResult, SettingsSection, SubmitButton } from './section.tsx'
import { sectionUrl } from './settings-pages.ts'
import type { TwoStepSetUp } from './settings-state.ts'

interface TwoStepSectionProps {
  isOn: boolean
  setUp: TwoStepSetUp | null
  result: SectionResult
}

/** The codes of an app that are asked for at the login: turned on in two steps, and turned off. */
export function TwoStepSection({ isOn, setUp, result }: TwoStepSectionProps) {
  return (
    <SettingsSection
      id="two-step"
      title="Two-step verification"
      lead={
        isOn
          ? 'Logging in requires your password and a code from your authenticator app.'
          : 'Protect your account with a code from an authenticator app.'
      }
    >
      <SectionForm section="two-step" result={result} fields={['password', 'code']}>
        {setUp && !isOn ? <SetUp setUp={setUp} result={result} /> : <Switch isOn={isOn} result={result} />}
      </SectionForm>
    </SettingsSection>
  )
}

function Switch({ isOn, result }: { isOn: boolean; result: SectionResult }) {
  return (
    <ChangeInPlace
      now={<b>{isOn ? 'On' : 'Off'}</b>}
      change={isOn ? 'Turn Off' : 'Set Up'}
      isOpen={result.refused?.section === 'two-step'}
    >
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        {...fieldError('two-step', result, 'password')}
      />
      <div className="settings-actions cluster gap-3">
        <SubmitButton name="do" value={isOn ? 'turn-off' : 'set-up'} variant={isOn ? 'button-danger' : 'button-solid'}>
          {isOn ? 'Turn Off' : 'Set Up'}
        </SubmitButton>
      </div>
    </ChangeInPlace>
  )
}

function SetUp({ setUp: { uri, secret, qr }, result }: { setUp: TwoStepSetUp; result: SectionResult }) {
  return (
    <>
      <input type="hidden" name="uri" value={uri} />
      <div className="two-step">
        <svg
          className="two-step-qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for your authenticator app"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} />
        </svg>
        <ol className="two-step-steps">
          <li className="two-step-step">
            Scan this with your authenticator app, or enter the key:
            <b className="two-step-secret">{secret}</b>
          </li>
          <li className="two-step-step">
            <Field
              label="6-digit code"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              required
              {...fieldError('two-step', result, 'code')}
            />
          </li>
        </ol>
      </div>
      <div className="settings-actions cluster gap-3 settings-actions-apart">
        <a className="button" href={sectionUrl('two-step')}>
          Cancel
        </a>
        <SubmitButton name="do" value="turn-on" variant="button-primary">
          Turn On
        </SubmitButton>
      </div>
    </>
  )
}
