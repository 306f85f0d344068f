try { queueMicrotask(5); } catch (e) { console.log(e.name); }
try { setTimeout(); } catch (e) { console.log(e.name); }
try { requestAnimationFrame(5); } catch (e) { console.log(e.name); }
try { document.addEventListener('x'); } catch (e) { console.log(e.name); }
try { document.createElement('1bad'); } catch (e) { console.log(e.name, e.code); }
try { document.body.appendChild(5); } catch (e) { console.log(e.name); }
try { document.body.appendChild(document.body); } catch (e) { console.log(e.name); }
try { document.body.removeChild(document.createElement('p')); } catch (e) { console.log(e.name); }
try { document.dispatchEvent({}); } catch (e) { console.log(e.name); }
