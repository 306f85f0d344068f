import './awaits.mjs?2';
import './one.mjs?2';
note('importer');
