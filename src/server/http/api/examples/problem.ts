import { messages } from '#app/messages/refusals.server.ts'

export const problemExample = {
  status: 422,
  title: 'Unprocessable Content',
  code: 'catalog.title_required',
  detail: messages['catalog.title_required'],
  field: 'title',
  requestId: 'vnynzgv6pi2t5dmyp9mh5jkjb5',
}
