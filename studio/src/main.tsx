import { createRoot } from 'react-dom/client'
import './app.css'
import { httpSource } from './data/http-source.ts'
import { Studio } from './studio.tsx'

const place = document.getElementById('studio')
if (place !== null) createRoot(place).render(<Studio source={httpSource} />)
