/** One conversation about a job at a print shop, as a chat log. */
export const PRINT_SHOP_CHAT = {
  id: 'job-7',
  model: 'nora',
  messages: [
    { role: 'system', content: 'You work at a print shop.' },
    { role: 'user', content: 'Hi, please stop my print job P-7781.' },
    { role: 'assistant', content: 'May I have your surname?' },
    { role: 'user', content: 'Okafor' },
    { role: 'assistant', tool_calls: [call('a', 'get_job', { job_id: 'P-7781' })] },
    { role: 'tool', tool_call_id: 'a', content: '{"status": "queued", "surname": "Okafor"}' },
    { role: 'assistant', content: 'It is still queued. Shall I cancel job P-7781?' },
    { role: 'user', content: 'Yes please.' },
    { role: 'assistant', tool_calls: [call('b', 'cancel_job', { job_id: 'P-7781', surname: 'Okafor' })] },
    { role: 'tool', tool_call_id: 'b', content: '{"cancelled": true}' },
    { role: 'assistant', content: 'I have cancelled job P-7781.' },
    { role: 'user', content: 'Thanks, bye!' },
  ],
}

function call(id: string, name: string, input: object) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}
