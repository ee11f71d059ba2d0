// The module of a worker thread.
import { workInThread } from '#platform/worker-task.server.ts'
import { type TextTask, workOnText } from './text-work.ts'

workInThread<TextTask>(workOnText)
