/** What is said where a parcel is not on its way, and what that is about. */
export const WHERE: Readonly<Record<string, { readonly text: string; readonly about: string }>> = {
  paid: { text: 'It leaves within two working days.', about: 'not_shipped_yet' },
  packed: { text: 'It leaves within two working days.', about: 'not_shipped_yet' },
  delivered: { text: 'It was delivered; please look with the neighbours.', about: 'was_delivered' },
  cancelled: { text: 'This order was cancelled.', about: 'was_cancelled' },
}
