export const problemExample = {
  status: 422,
  title: 'Unprocessable Content',
  code: 'catalog.title_required',
  detail: 'Please enter a title.',
  field: 'title',
  requestId: 'vnynzgv6pi2t5dmyp9mh5jkjb5',
}
