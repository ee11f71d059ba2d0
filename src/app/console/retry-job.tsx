import { Form } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { jobsPath } from './places.ts'

/** Tries a failed job again, and leads to the list of the others. */
export function RetryJob({ id, name, about }: { id: string; name: string; about: string }) {
  return (
    <Form method="post" action={jobsPath} preventScrollReset>
      <input type="hidden" name="job" value={id} />
      <button
        type="submit"
        className="button button-small"
        aria-label={`Retry: ${about === '' ? name : `${name}, ${about}`}`}
      >
        <Icon name="refresh" />
        Retry
      </button>
    </Form>
  )
}
