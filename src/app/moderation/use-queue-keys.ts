import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { choicesOf, type SheetChoice } from './decision-sheet.tsx'
import type { QueueData } from './load-queue.server.ts'
import { queueUrl } from './queue-url.ts'

/**
 * J and K for the next and the previous item, M for one's own, R reveals its pictures, numbers choose, Enter decides, U
 * takes back, ? asks for help.
 */
export function useQueueKeys(data: QueueData, choose: (choice: SheetChoice) => void, askForHelp: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    const { items, view, open } = data
    const at = items.findIndex(({ id }) => id === view.item)
    const go = (step: number) => {
      const item = items[at + step]
      if (item) void navigate(queueUrl({ ...view, item: item.id }), { preventScrollReset: true })
    }
    const submit = (id: string) => document.querySelector<HTMLFormElement>(`form#${id}`)?.requestSubmit()
    const controller = new AbortController()
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.metaKey || event.ctrlKey || event.altKey || isElsewhere(event.target)) return
        const choice = open && choicesOf(open)[Number(event.key) - 1]
        if (choice) choose(choice)
        else if (event.key === 'j') go(1)
        else if (event.key === 'k') go(-1)
        else if (event.key === 'm') void navigate(queueUrl({ ...view, isMine: !view.isMine, item: null }))
        else if (event.key === 'r') revealAll()
        else if (event.key === 'u') submit('undo')
        else if (event.key === '?') askForHelp()
        else if (event.key === 'Enter' && !isControl(event.target)) submit('decision')
        else return
        event.preventDefault()
      },
      { signal: controller.signal },
    )
    return () => controller.abort()
  }, [data, navigate, choose, askForHelp])
}

/** Reveals all pictures; covers them when each panel is revealed already. */
function revealAll(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-reveal]')]
  const covered = buttons.filter((button) => button.getAttribute('aria-pressed') === 'false')
  for (const button of covered.length > 0 ? covered : buttons) button.click()
}

/** Whether the key belongs to a field or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('textarea, select, dialog') !== null
}

/** Whether Enter does something else there. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('a, button, summary') !== null
}
